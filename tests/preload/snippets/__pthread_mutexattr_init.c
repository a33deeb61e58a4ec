/* The other name of pthread_mutexattr_init, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutexattr_init
#include "pthread_mutexattr_init.c"
