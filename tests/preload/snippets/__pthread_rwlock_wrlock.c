/* The other name of pthread_rwlock_wrlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_wrlock
#include "pthread_rwlock_wrlock.c"
