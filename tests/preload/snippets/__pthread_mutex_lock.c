/* The other name of pthread_mutex_lock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutex_lock
#include "pthread_mutex_lock.c"
