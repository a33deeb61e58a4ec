/* Sets the priority and leaves the policy. */
#include "snippet.h"
SYMBOL(sched_setparam)

static void body(void)
{
	struct sched_param p = { .sched_priority = 6 }, got;
	t_fifo(1);
	OK(THIS(0, &p));
	EQ(sched_getscheduler(0), SCHED_FIFO);
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 6);
	p.sched_priority = 100;
	FAILS(THIS(0, &p), EINVAL);
}
