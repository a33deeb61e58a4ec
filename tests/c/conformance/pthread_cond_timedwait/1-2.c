/* A deadline that has passed (also before 1970) gives ETIMEDOUT, with the mutex held. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		struct timespec times[] = { { 1, 0 }, { 0, 0 }, { -1, 0 }, { -1, 999999999 }, { LONG_MIN, 0 }, t_in(CLOCK_REALTIME, -1) };
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
			EQ(pthread_cond_timedwait(&c, m, &times[i]), ETIMEDOUT);
			EQ(t_other_try(m), EBUSY);
		}
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_cond_destroy(&c));
	}
	return 0;
}
