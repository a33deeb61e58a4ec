/* An error-checking mutex tells its owner EDEADLK and stays locked once. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		if (k.type != PTHREAD_MUTEX_ERRORCHECK)
			continue;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		EQ(pthread_mutex_lock(m), EDEADLK);
		EQ(pthread_mutex_lock(m), EDEADLK);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
