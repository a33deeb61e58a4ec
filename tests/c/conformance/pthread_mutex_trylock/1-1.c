/* trylock of a free mutex gives 0 and the lock: every kind. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_trylock(m));
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
