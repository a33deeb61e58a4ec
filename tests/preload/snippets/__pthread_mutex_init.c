/* The other name of pthread_mutex_init, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutex_init
#include "pthread_mutex_init.c"
