/* A far deadline (the end of time) waits like lock, and gets the lock when it is released. */
#include "t.h"

static pthread_mutex_t *m;

static void *waiter(void *v)
{
	struct timespec far = { LONG_MAX, 999999999 };
	OK(pthread_mutex_timedlock(m, &far));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		t_start(&t, waiter, NULL);
		t_blocked(&t);
		OK(pthread_mutex_unlock(m));
		t_join(&t);
	}
	return 0;
}
