/* The other name of pthread_rwlock_rdlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_rdlock
#include "pthread_rwlock_rdlock.c"
