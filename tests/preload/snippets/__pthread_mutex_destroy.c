/* The other name of pthread_mutex_destroy, for programs that were linked long ago. */
#define OTHER_NAME __pthread_mutex_destroy
#include "pthread_mutex_destroy.c"
