/* The older name of pthread_mutex_consistent. */
#define OTHER_NAME pthread_mutex_consistent_np
#include "pthread_mutex_consistent.c"
