/* The other name of pthread_rwlock_unlock, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_unlock
#include "pthread_rwlock_unlock.c"
