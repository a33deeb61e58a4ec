/* Types while the state is "owner died": relock gives EDEADLK, a deeper level, or a timeout; the lock
 * got by EOWNERDEAD counts as one level. */
#include "death.h"

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		struct timespec end = t_in(CLOCK_REALTIME, 10);
		if (k.type == PTHREAD_MUTEX_ERRORCHECK) {
			EQ(pthread_mutex_lock(&d->m), EDEADLK);
			EQ(pthread_mutex_timedlock(&d->m, &end), EDEADLK);
		} else if (k.type == PTHREAD_MUTEX_RECURSIVE) {
			OK(pthread_mutex_lock(&d->m));
			OK(pthread_mutex_trylock(&d->m));
			OK(pthread_mutex_unlock(&d->m));
			OK(pthread_mutex_unlock(&d->m));
		} else {
			EQ(pthread_mutex_timedlock(&d->m, &end), ETIMEDOUT);
		}
		EQ(t_other_try(&d->m), EBUSY);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		death_is_healthy(d);
	}
	return 0;
}
