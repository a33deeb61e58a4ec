/* Sets the priority and leaves the policy; EINVAL for a priority that the policy does not have. */
#include "snippet.h"
SYMBOL(pthread_setschedprio)

static void body(void)
{
	struct sched_param got;
	t_fifo(4);
	OK(THIS(pthread_self(), 11));
	EQ(sched_getscheduler(0), SCHED_FIFO);
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 11);
	EQ(THIS(pthread_self(), 100), EINVAL);
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 11);
}
