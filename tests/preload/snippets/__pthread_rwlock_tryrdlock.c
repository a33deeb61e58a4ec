/* The other name of pthread_rwlock_tryrdlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_tryrdlock
#include "pthread_rwlock_tryrdlock.c"
