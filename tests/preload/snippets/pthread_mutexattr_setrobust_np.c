/* The older name of pthread_mutexattr_setrobust. */
#define OTHER_NAME pthread_mutexattr_setrobust_np
#include "pthread_mutexattr_setrobust.c"
