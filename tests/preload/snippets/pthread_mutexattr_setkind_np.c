/* The older name of pthread_mutexattr_settype. */
#define OTHER_NAME pthread_mutexattr_setkind_np
#include "pthread_mutexattr_settype.c"
