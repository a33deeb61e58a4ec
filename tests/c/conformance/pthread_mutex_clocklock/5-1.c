/* By the owner: EDEADLK, one deeper, or ETIMEDOUT, by type; on the monotonic clock. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		struct timespec end = t_in(CLOCK_MONOTONIC, 20);
		int r = pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &end);
		if (k.type == PTHREAD_MUTEX_ERRORCHECK) {
			EQ(r, EDEADLK);
		} else if (k.type == PTHREAD_MUTEX_RECURSIVE) {
			OK(r);
			OK(pthread_mutex_unlock(m));
		} else {
			EQ(r, ETIMEDOUT);
			TRUE(t_passed(CLOCK_MONOTONIC, end));
		}
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
