/* The other name of sched_get_priority_min. */
#define OTHER_NAME __sched_get_priority_min
#include "sched_get_priority_min.c"
