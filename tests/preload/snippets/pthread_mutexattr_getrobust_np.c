/* The older name of pthread_mutexattr_getrobust. */
#define OTHER_NAME pthread_mutexattr_getrobust_np
#include "pthread_mutexattr_getrobust.c"
