/* The deadline of a mutex that is free is not looked at: bad nanoseconds, and none at all. */
#include "t.h"

int main(void)
{
	static const long bad[] = { -1, LONG_MIN, 1000000000, LONG_MAX };
	struct timespec *volatile none = NULL;
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int i = 0; i < 4; i++) {
			struct timespec t = { 1, bad[i] };
			OK(pthread_mutex_timedlock(m, &t));
			EQ(t_other_try(m), EBUSY);
			OK(pthread_mutex_unlock(m));
			OK(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &t));
			EQ(t_other_try(m), EBUSY);
			OK(pthread_mutex_unlock(m));
		}
		OK(pthread_mutex_timedlock(m, none));
		OK(pthread_mutex_unlock(m));
		OK(pthread_mutex_clocklock(m, CLOCK_REALTIME, none));
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
