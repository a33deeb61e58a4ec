/* The other name of sched_getparam. */
#define OTHER_NAME __sched_getparam
#include "sched_getparam.c"
