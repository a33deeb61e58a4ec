/* The other name of sched_getscheduler. */
#define OTHER_NAME __sched_getscheduler
#include "sched_getscheduler.c"
