/* EINVAL for what is no policy, and for a priority that the policy does not have; nothing is changed. */
#include "t.h"

static void bad(int policy, int priority)
{
	struct sched_param set = { .sched_priority = priority }, got;
	int p = -1;
	EQ(pthread_setschedparam(pthread_self(), policy, &set), EINVAL);
	OK(pthread_getschedparam(pthread_self(), &p, &got));
	EQ(p, SCHED_FIFO);
	EQ(got.sched_priority, 7);
}

int main(void)
{
	t_fifo(7);
	bad(SCHED_FIFO, 0);
	bad(SCHED_FIFO, 100);
	bad(SCHED_FIFO, -1);
	bad(SCHED_RR, 0);
	bad(SCHED_OTHER, 1);
	bad(77, 0);
	bad(-1, 0);
	return 0;
}
