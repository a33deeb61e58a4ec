/* A deadline that has passed already (also before 1970) gives ETIMEDOUT at once. */
#include "t.h"

static pthread_mutex_t *m;

static void *waiter(void *v)
{
	struct timespec past = t_in(CLOCK_REALTIME, -1), old = { 1, 0 }, zero = { 0, 0 }, negative = { -1, 5 },
			least = { LONG_MIN, 0 };
	EQ(pthread_mutex_timedlock(m, &past), ETIMEDOUT);
	EQ(pthread_mutex_timedlock(m, &old), ETIMEDOUT);
	EQ(pthread_mutex_timedlock(m, &zero), ETIMEDOUT);
	EQ(pthread_mutex_timedlock(m, &negative), ETIMEDOUT);
	EQ(pthread_mutex_timedlock(m, &least), ETIMEDOUT);
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
		OK(t_other_try(m));
	}
	return 0;
}
