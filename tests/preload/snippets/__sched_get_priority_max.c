/* The other name of sched_get_priority_max. */
#define OTHER_NAME __sched_get_priority_max
#include "sched_get_priority_max.c"
