/* By the owner: EDEADLK when error-checking, one deeper when recursive, ETIMEDOUT when normal. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		struct timespec end = t_in(CLOCK_REALTIME, 20);
		int r = pthread_mutex_timedlock(m, &end);
		if (k.type == PTHREAD_MUTEX_ERRORCHECK) {
			EQ(r, EDEADLK);
		} else if (k.type == PTHREAD_MUTEX_RECURSIVE) {
			OK(r);
			OK(pthread_mutex_unlock(m));
		} else {
			EQ(r, ETIMEDOUT);
			TRUE(t_passed(CLOCK_REALTIME, end));
		}
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
