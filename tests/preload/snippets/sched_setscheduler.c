/* Sets policy and priority; EINVAL for what is none. */
#include "snippet.h"
SYMBOL(sched_setscheduler)

static void body(void)
{
	struct sched_param p = { .sched_priority = 6 }, got;
	t_fifo(1);
	OK(THIS(0, SCHED_RR, &p));
	EQ(sched_getscheduler(0), SCHED_RR);
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 6);
	FAILS(THIS(0, 77, &p), EINVAL);
	p.sched_priority = 0;
	FAILS(THIS(0, SCHED_FIFO, &p), EINVAL);
	OK(THIS(0, SCHED_OTHER, &p));
	EQ(sched_getscheduler(0), SCHED_OTHER);
}
