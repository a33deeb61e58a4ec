/* The other name of sched_yield. */
#define OTHER_NAME __sched_yield
#include "sched_yield.c"
