/* A mutex whose owner died, or that is not recoverable, can be destroyed and initialised again. */
#include "death.h"

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		OK(pthread_mutex_destroy(&d->m));
		t_mutex(&d->m, k);
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_unlock(&d->m));
		OK(pthread_mutex_destroy(&d->m));
		t_mutex(&d->m, k);
		death_is_healthy(d);
	}
	return 0;
}
