/* The other name of pthread_rwlock_destroy, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_destroy
#include "pthread_rwlock_destroy.c"
