/* A recursive mutex at its greatest depth gives EAGAIN, to lock, trylock and the timed forms. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_RECURSIVE)
			continue;
		t_mutex(m, k);
		struct timespec real = t_in(CLOCK_REALTIME, 100), mono = t_in(CLOCK_MONOTONIC, 100);
		OK(pthread_mutex_lock(m));
		unsigned depth = m->__data.__count;
		m->__data.__count = UINT_MAX;
		EQ(pthread_mutex_lock(m), EAGAIN);
		EQ(pthread_mutex_trylock(m), EAGAIN);
		EQ(pthread_mutex_timedlock(m, &real), EAGAIN);
		EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono), EAGAIN);
		EQ(m->__data.__count, UINT_MAX);
		m->__data.__count = depth;
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
