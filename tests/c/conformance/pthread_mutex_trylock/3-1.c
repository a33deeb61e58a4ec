/* trylock by the owner of a recursive mutex counts like lock. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_RECURSIVE)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_trylock(m));
		OK(pthread_mutex_trylock(m));
		OK(pthread_mutex_lock(m));
		for (int i = 0; i < 3; i++) {
			EQ(t_other_try(m), EBUSY);
			OK(pthread_mutex_unlock(m));
		}
		OK(t_other_try(m));
	}
	return 0;
}
