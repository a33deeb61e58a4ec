/* The other name of pthread_mutex_unlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutex_unlock
#include "pthread_mutex_unlock.c"
