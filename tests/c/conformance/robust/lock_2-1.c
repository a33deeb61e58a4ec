/* A new owner dies before it made the mutex consistent: EOWNERDEAD again for the one after it. */
#include "death.h"

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		for (int i = 0; i < 3; i++)
			death_of_owner(d, k.shared);
		EQ(pthread_mutex_trylock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		death_is_healthy(d);
	}
	return 0;
}
