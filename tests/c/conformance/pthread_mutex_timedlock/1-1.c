/* A free mutex is got whatever the deadline: past, negative, far. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		struct timespec past = { 1, 0 }, negative = { -1, 0 }, far = { LONG_MAX, 999999999 };
		t_mutex(m, k);
		OK(pthread_mutex_timedlock(m, &past));
		OK(pthread_mutex_unlock(m));
		OK(pthread_mutex_timedlock(m, &negative));
		OK(pthread_mutex_unlock(m));
		OK(pthread_mutex_timedlock(m, &far));
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
