/* A thread above the ceiling gets EINVAL from every form of lock, and the mutex is left as it was. */
#include "t.h"

int main(void)
{
	t_fifo(40);
	for (int type = 0; type < 4; type++) {
		pthread_mutex_t m;
		struct timespec real = t_in(CLOCK_REALTIME, 100), mono = t_in(CLOCK_MONOTONIC, 100);
		t_mutex_protect(&m, type, 30);
		EQ(pthread_mutex_lock(&m), EINVAL);
		EQ(pthread_mutex_trylock(&m), EINVAL);
		EQ(pthread_mutex_timedlock(&m, &real), EINVAL);
		EQ(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &mono), EINVAL);
		struct sched_param p;
		OK(sched_getparam(0, &p));
		EQ(p.sched_priority, 40);
		t_fifo(30);
		OK(pthread_mutex_lock(&m));
		OK(pthread_mutex_unlock(&m));
		t_fifo(40);
		OK(pthread_mutex_destroy(&m));
	}
	return 0;
}
