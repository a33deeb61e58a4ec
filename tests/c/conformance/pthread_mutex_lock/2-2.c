/* A recursive mutex counts: as many unlocks as locks, and only the last one frees it. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_RECURSIVE)
			continue;
		t_mutex(m, k);
		for (int depth = 0; depth < 5; depth++)
			OK(pthread_mutex_lock(m));
		for (int depth = 5; depth > 0; depth--) {
			EQ(t_other_try(m), EBUSY);
			OK(pthread_mutex_unlock(m));
		}
		OK(t_other_try(m));
		EQ(pthread_mutex_unlock(m), EPERM);
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
