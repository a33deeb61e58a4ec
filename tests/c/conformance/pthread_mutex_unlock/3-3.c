/* A free normal mutex that is unlocked: 0 or EPERM, at once, and the mutex works as before. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_NORMAL || k.robust == PTHREAD_MUTEX_ROBUST)
			continue;
		t_mutex(m, k);
		int r = pthread_mutex_unlock(m);
		EITHER(r, 0, EPERM);
		OK(pthread_mutex_lock(m));
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
