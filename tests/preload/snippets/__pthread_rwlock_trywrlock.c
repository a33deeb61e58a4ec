/* The other name of pthread_rwlock_trywrlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_trywrlock
#include "pthread_rwlock_trywrlock.c"
