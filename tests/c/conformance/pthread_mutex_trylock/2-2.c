/* trylock by the owner gives EBUSY for normal mutexes, whose owner no one may ask for a deadlock. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_NORMAL && k.type != PTHREAD_MUTEX_ADAPTIVE_NP)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		EQ(pthread_mutex_trylock(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
