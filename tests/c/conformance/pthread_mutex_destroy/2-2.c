/* destroy of a locked robust mutex gives EBUSY: it stands in its owner's robust list. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.robust != PTHREAD_MUTEX_ROBUST)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		EQ(pthread_mutex_destroy(m), EBUSY);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
