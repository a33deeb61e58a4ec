/* A null deadline, which POSIX does not provide for: EINVAL when it would have to wait, no crash. */
// limit: 5
#include "t.h"

static pthread_mutex_t *m;
static struct timespec *volatile none;

static void *waiter(void *v)
{
	EQ(pthread_mutex_timedlock(m, none), EINVAL);
	EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, none), EINVAL);
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
		t_join(&t);
		OK(pthread_mutex_unlock(m));
	}
	return 0;
}
