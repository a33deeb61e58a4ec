/* EINVAL for a clock that cannot be waited on, whether the mutex is free or not. */
#include "t.h"

static pthread_mutex_t *m;
static const clockid_t bad[] = { CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, 99, -1 };

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 20);
	for (int i = 0; i < 5; i++)
		EQ(pthread_mutex_clocklock(m, bad[i], &end), EINVAL);
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		struct timespec end = t_in(CLOCK_MONOTONIC, 20);
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int i = 0; i < 5; i++)
			EQ(pthread_mutex_clocklock(m, bad[i], &end), EINVAL);
		OK(pthread_mutex_lock(m));
		t_start(&t, waiter, NULL);
		t_join(&t);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
