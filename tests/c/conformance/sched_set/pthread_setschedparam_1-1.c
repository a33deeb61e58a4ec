/* Policy and priority take effect for the calling and for another thread, and are read back. */
#include "t.h"

static int stop;

static void *idle(void *v)
{
	UNTIL(LOAD(stop));
	return v;
}

static void check(pthread_t handle, pid_t tid, int policy, int priority)
{
	struct sched_param set = { .sched_priority = priority }, got;
	int p = -1;
	OK(pthread_setschedparam(handle, policy, &set));
	OK(pthread_getschedparam(handle, &p, &got));
	EQ(p, policy);
	EQ(got.sched_priority, priority);
	EQ(sched_getscheduler(tid), policy);
	OK(sched_getparam(tid, &got));
	EQ(got.sched_priority, priority);
}

int main(void)
{
	static const int sets[][2] = { { SCHED_FIFO, 1 }, { SCHED_FIFO, 99 }, { SCHED_RR, 50 }, { SCHED_BATCH, 0 },
				       { SCHED_OTHER, 0 }, { SCHED_FIFO, 20 }, { SCHED_OTHER, 0 } };
	struct t_thread t;
	t_fifo(1);
	t_start(&t, idle, NULL);
	UNTIL(LOAD(t.tid));
	for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
		check(pthread_self(), t_gettid(), sets[i][0], sets[i][1]);
		check(t.handle, t.tid, sets[i][0], sets[i][1]);
	}
	STORE(stop, 1);
	t_join(&t);
	return 0;
}
