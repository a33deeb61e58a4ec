/* Sets policy and priority of a thread, as the kernel sees it too; EINVAL for what is none. */
#include "snippet.h"
SYMBOL(pthread_setschedparam)

static int go;

static void *idle(void *v)
{
	UNTIL(LOAD(go));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct sched_param p = { .sched_priority = 7 }, got;
	int policy = -1;
	t_fifo(1);
	t_start(&t, idle, NULL);
	UNTIL(LOAD(t.tid));
	OK(THIS(t.handle, SCHED_RR, &p));
	OK(pthread_getschedparam(t.handle, &policy, &got));
	EQ(policy, SCHED_RR);
	EQ(got.sched_priority, 7);
	EQ(sched_getscheduler(t.tid), SCHED_RR);
	EQ(THIS(t.handle, 77, &p), EINVAL);
	p.sched_priority = 100;
	EQ(THIS(t.handle, SCHED_FIFO, &p), EINVAL);
	EQ(sched_getscheduler(t.tid), SCHED_RR);
	STORE(go, 1);
	t_join(&t);
}
