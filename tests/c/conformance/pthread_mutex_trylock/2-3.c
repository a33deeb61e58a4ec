/* trylock by the owner of an error-checking mutex gives EBUSY: EDEADLK is for the waiting forms. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_ERRORCHECK)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		EQ(pthread_mutex_trylock(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
