/* pthread_mutex_consistent: EINVAL for mutexes that are not robust, and for robust ones that are
 * healthy, free or owned. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		EQ(pthread_mutex_consistent(m), EINVAL);
		OK(pthread_mutex_lock(m));
		EQ(pthread_mutex_consistent(m), EINVAL);
		OK(pthread_mutex_unlock(m));
	}
	return 0;
}
