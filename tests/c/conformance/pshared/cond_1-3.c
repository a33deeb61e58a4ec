/* Timed waits of several processes on a shared condvar, both clocks. */
#include "t.h"

struct area {
	pthread_mutex_t m;
	pthread_cond_t c;
};

static void child(void *v)
{
	struct area *s = v;
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	OK(pthread_mutex_lock(&s->m));
	for (int i = 0; i < 6; i++) {
		struct timespec end = t_in(clocks[i & 1], 10);
		int r;
		while ((r = pthread_cond_clockwait(&s->c, &s->m, clocks[i & 1], &end)) == 0)
			;
		EQ(r, ETIMEDOUT);
		TRUE(t_passed(clocks[i & 1], end));
	}
	OK(pthread_mutex_unlock(&s->m));
}

int main(void)
{
	struct area *s = t_shared(sizeof *s);
	pthread_condattr_t a;
	pid_t pid[4];
	t_mutex(&s->m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_SHARED));
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_cond_init(&s->c, &a));
	for (int i = 0; i < 4; i++)
		pid[i] = t_fork(child, s);
	for (int i = 0; i < 4; i++)
		t_reap(pid[i]);
	return 0;
}
