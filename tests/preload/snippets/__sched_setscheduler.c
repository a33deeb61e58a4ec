/* The other name of sched_setscheduler. */
#define OTHER_NAME __sched_setscheduler
#include "sched_setscheduler.c"
