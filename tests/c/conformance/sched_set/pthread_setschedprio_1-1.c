/* The priority is changed, the policy stays; EINVAL for one that the policy does not have. */
#include "t.h"

static void check(int policy, int priority)
{
	struct sched_param got;
	int p = -1;
	OK(pthread_getschedparam(pthread_self(), &p, &got));
	EQ(p, policy);
	EQ(got.sched_priority, priority);
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, priority);
}

int main(void)
{
	static const int policies[] = { SCHED_FIFO, SCHED_RR };
	t_fifo(1);
	for (int i = 0; i < 2; i++) {
		struct sched_param set = { .sched_priority = 5 };
		OK(pthread_setschedparam(pthread_self(), policies[i], &set));
		OK(pthread_setschedprio(pthread_self(), 30));
		check(policies[i], 30);
		OK(pthread_setschedprio(pthread_self(), 2));
		check(policies[i], 2);
		EQ(pthread_setschedprio(pthread_self(), 0), EINVAL);
		EQ(pthread_setschedprio(pthread_self(), 100), EINVAL);
		EQ(pthread_setschedprio(pthread_self(), -1), EINVAL);
		check(policies[i], 2);
	}
	return 0;
}
