/* Unlocked without having been made consistent: ENOTRECOVERABLE from every form of lock, for good,
 * until the mutex is destroyed and initialised again. */
#include "death.h"

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_unlock(&d->m));
		for (int i = 0; i < 2; i++) {
			struct timespec real = t_in(CLOCK_REALTIME, 100), mono = t_in(CLOCK_MONOTONIC, 100);
			EQ(pthread_mutex_lock(&d->m), ENOTRECOVERABLE);
			EQ(pthread_mutex_trylock(&d->m), ENOTRECOVERABLE);
			EQ(pthread_mutex_timedlock(&d->m, &real), ENOTRECOVERABLE);
			EQ(pthread_mutex_clocklock(&d->m, CLOCK_MONOTONIC, &mono), ENOTRECOVERABLE);
			EQ(t_other_try(&d->m), ENOTRECOVERABLE);
		}
		EQ(pthread_mutex_consistent(&d->m), EINVAL);
		OK(pthread_mutex_destroy(&d->m));
		t_mutex(&d->m, k);
		death_is_healthy(d);
	}
	return 0;
}
