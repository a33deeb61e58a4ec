/* Types act as for other mutexes: EDEADLK, EPERM, EBUSY, depth, ETIMEDOUT. */
#include "t.h"

static pthread_mutex_t m;

static void *other(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 20);
	EQ(pthread_mutex_trylock(&m), EBUSY);
	EQ(pthread_mutex_timedlock(&m, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	end = t_in(CLOCK_MONOTONIC, 20);
	EQ(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	end.tv_nsec = 1000000000;
	EQ(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end), EINVAL);
	struct sched_param p;
	OK(sched_getparam(t_gettid(), &p));
	EQ(p.sched_priority, 10);
	EQ(pthread_mutex_unlock(&m), *(int *)v == PTHREAD_MUTEX_ERRORCHECK || *(int *)v == PTHREAD_MUTEX_RECURSIVE ? EPERM : 0);
	return v;
}

int main(void)
{
	static int types[] = { PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE };
	t_fifo(10);
	for (int i = 0; i < 2; i++) {
		struct t_thread t;
		t_mutex_protect(&m, types[i], 30);
		OK(pthread_mutex_lock(&m));
		EQ(pthread_mutex_lock(&m), types[i] == PTHREAD_MUTEX_RECURSIVE ? 0 : EDEADLK);
		t_start_fifo(&t, 10, other, &types[i]);
		t_join(&t);
		OK(pthread_mutex_unlock(&m));
		EQ(pthread_mutex_unlock(&m), types[i] == PTHREAD_MUTEX_RECURSIVE ? 0 : EPERM);
		EQ(pthread_mutex_unlock(&m), EPERM);
		OK(pthread_mutex_destroy(&m));
	}
	return 0;
}
