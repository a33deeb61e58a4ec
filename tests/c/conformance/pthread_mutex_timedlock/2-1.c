/* While another thread owns the mutex: ETIMEDOUT, at the deadline and not before. */
#include "t.h"

static pthread_mutex_t *m;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 40);
	EQ(pthread_mutex_timedlock(m, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		double start = t_now();
		t_start(&t, waiter, NULL);
		t_join(&t);
		TRUE(t_now() - start < 2);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
