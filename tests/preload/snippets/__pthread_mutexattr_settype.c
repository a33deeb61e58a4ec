/* The other name of pthread_mutexattr_settype, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutexattr_settype
#include "pthread_mutexattr_settype.c"
