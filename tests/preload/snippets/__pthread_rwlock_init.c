/* The other name of pthread_rwlock_init, for programs that were linked long ago. */
#define OTHER_NAME __pthread_rwlock_init
#include "pthread_rwlock_init.c"
