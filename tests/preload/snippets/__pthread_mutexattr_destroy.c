/* The other name of pthread_mutexattr_destroy, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutexattr_destroy
#include "pthread_mutexattr_destroy.c"
