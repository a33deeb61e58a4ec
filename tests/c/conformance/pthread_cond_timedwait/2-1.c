/* EINVAL for nanoseconds below 0 or from 1000 million on; the mutex is still held. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		static const long bad[] = { -1, LONG_MIN, 1000000000, LONG_MAX };
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		for (int i = 0; i < 4; i++) {
			struct timespec t = t_in(CLOCK_REALTIME, 5000);
			t.tv_nsec = bad[i];
			EQ(pthread_cond_timedwait(&c, m, &t), EINVAL);
			t.tv_sec = 0;
			EQ(pthread_cond_timedwait(&c, m, &t), EINVAL);
			EQ(t_other_try(m), EBUSY);
		}
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_cond_destroy(&c));
	}
	return 0;
}
