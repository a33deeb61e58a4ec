/* The owner dies: the next lock (each of four forms) gives EOWNERDEAD and the mutex; after consistent
 * and unlock it is as new. */
#include "death.h"

static int form(int f, pthread_mutex_t *m)
{
	struct timespec real = t_in(CLOCK_REALTIME, 5000), mono = t_in(CLOCK_MONOTONIC, 5000);
	switch (f) {
	case 0: return pthread_mutex_lock(m);
	case 1: return pthread_mutex_trylock(m);
	case 2: return pthread_mutex_timedlock(m, &real);
	default: return pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono);
	}
}

int main(void)
{
	EACH_ROBUST(k)
		for (int f = 0; f < 4; f++)
			for (int by_process = 0; by_process <= k.shared; by_process++) {
				struct death *d = death_new(k);
				death_of_owner(d, by_process);
				EQ(form(f, &d->m), EOWNERDEAD);
				EQ(t_other_try(&d->m), EBUSY);
				OK(pthread_mutex_consistent(&d->m));
				EQ(pthread_mutex_consistent(&d->m), EINVAL);
				OK(pthread_mutex_unlock(&d->m));
				death_is_healthy(d);
				OK(pthread_mutex_destroy(&d->m));
			}
	return 0;
}
