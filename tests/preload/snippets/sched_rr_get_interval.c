/* The time slice of a round-robin thread; ESRCH for nobody. */
#include "snippet.h"
SYMBOL(sched_rr_get_interval)

static void body(void)
{
	struct sched_param p = { .sched_priority = 2 };
	struct timespec slice = { 0, 0 };
	t_fifo(1);
	OK(sched_setscheduler(0, SCHED_RR, &p));
	OK(THIS(0, &slice));
	TRUE(slice.tv_sec > 0 || slice.tv_nsec > 0);
	FAILS(THIS(INT_MAX, &slice), ESRCH);
}
