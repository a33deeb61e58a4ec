/* The older name of pthread_mutexattr_gettype. */
#define OTHER_NAME pthread_mutexattr_getkind_np
#include "pthread_mutexattr_gettype.c"
