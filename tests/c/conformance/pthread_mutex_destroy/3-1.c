/* A destroyed mutex gives EINVAL to every operation. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		struct timespec real = t_in(CLOCK_REALTIME, 50), mono = t_in(CLOCK_MONOTONIC, 50);
		t_mutex(m, k);
		OK(pthread_mutex_destroy(m));
		EQ(pthread_mutex_lock(m), EINVAL);
		EQ(pthread_mutex_trylock(m), EINVAL);
		EQ(pthread_mutex_timedlock(m, &real), EINVAL);
		EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono), EINVAL);
		EQ(pthread_mutex_unlock(m), EINVAL);
		t_mutex(m, k);
		OK(t_other_try(m));
	}
	return 0;
}
