/* A recursive mutex locked twice: the wait cannot free it. Refused (EPERM), or waits without freeing it;
 * in both cases it is still locked twice, and nothing hangs. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		if (k.type != PTHREAD_MUTEX_RECURSIVE)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		OK(pthread_mutex_lock(m));
		struct timespec end = t_in(CLOCK_REALTIME, 20);
		int r;
		while ((r = pthread_cond_timedwait(&c, m, &end)) == 0)
			;
		EITHER(r, EPERM, ETIMEDOUT);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_cond_destroy(&c));
	}
	return 0;
}
