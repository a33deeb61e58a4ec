/* EINVAL for a clock that cannot be waited on and for bad nanoseconds; the mutex is still held. */
#include "t.h"

int main(void)
{
	static const clockid_t bad[] = { CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, 99, -1 };
	static const clockid_t good[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		struct timespec end = t_in(CLOCK_MONOTONIC, 5000);
		for (int i = 0; i < 5; i++)
			EQ(pthread_cond_clockwait(&c, m, bad[i], &end), EINVAL);
		for (int i = 0; i < 2; i++) {
			end.tv_nsec = 1000000000;
			EQ(pthread_cond_clockwait(&c, m, good[i], &end), EINVAL);
			end.tv_nsec = -1;
			EQ(pthread_cond_clockwait(&c, m, good[i], &end), EINVAL);
		}
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
