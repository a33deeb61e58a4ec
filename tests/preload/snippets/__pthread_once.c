/* The other name of pthread_once, for programs that were linked long ago. */
#define OTHER_NAME __pthread_once
#include "pthread_once.c"
