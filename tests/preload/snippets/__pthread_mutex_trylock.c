/* The other name of pthread_mutex_trylock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutex_trylock
#include "pthread_mutex_trylock.c"
