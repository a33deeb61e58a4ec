/* Gives the policy and the priority of a thread: its own, also while a ceiling has raised it. */
#include "snippet.h"
SYMBOL(pthread_getschedparam)

static void body(void)
{
	struct sched_param got;
	int policy = -1;
	OK(THIS(pthread_self(), &policy, &got));
	EQ(policy, SCHED_OTHER);
	EQ(got.sched_priority, 0);
	t_fifo(9);
	OK(THIS(pthread_self(), &policy, &got));
	EQ(policy, SCHED_FIFO);
	EQ(got.sched_priority, 9);
	pthread_mutex_t m;
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 20);
	OK(pthread_mutex_lock(&m));
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 20);
	OK(THIS(pthread_self(), &policy, &got));
	EQ(got.sched_priority, 9);
	OK(pthread_mutex_unlock(&m));
}
