/* The owner of a ceiling mutex runs at the ceiling while it holds it, and no longer. */
#include "t.h"

static int priority(void)
{
	struct sched_param p;
	OK(sched_getparam(t_gettid(), &p));
	return p.sched_priority;
}

int main(void)
{
	t_fifo(5);
	for (int type = 0; type < 4; type++) {
		pthread_mutex_t m;
		t_mutex_protect(&m, type, 30);
		OK(pthread_mutex_lock(&m));
		EQ(priority(), 30);
		if (type == PTHREAD_MUTEX_RECURSIVE) {
			OK(pthread_mutex_lock(&m));
			OK(pthread_mutex_unlock(&m));
			EQ(priority(), 30);
		}
		OK(pthread_mutex_unlock(&m));
		EQ(priority(), 5);
		OK(pthread_mutex_trylock(&m));
		EQ(priority(), 30);
		OK(pthread_mutex_unlock(&m));
		EQ(priority(), 5);
		struct timespec end = t_in(CLOCK_REALTIME, 100);
		OK(pthread_mutex_timedlock(&m, &end));
		EQ(priority(), 30);
		OK(pthread_mutex_unlock(&m));
		EQ(priority(), 5);
		OK(pthread_mutex_destroy(&m));
	}
	return 0;
}
