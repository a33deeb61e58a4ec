/* When it would have to wait, nanoseconds below 0 or from 1000 million on give EINVAL, at once. */
#include "t.h"

static pthread_mutex_t *m;

static void *waiter(void *v)
{
	static const long bad[] = { -1, LONG_MIN, 1000000000, LONG_MAX };
	for (int i = 0; i < 4; i++) {
		struct timespec t = t_in(CLOCK_REALTIME, 10000);
		t.tv_nsec = bad[i];
		EQ(pthread_mutex_timedlock(m, &t), EINVAL);
		t.tv_sec = 1; /* passed too: the error comes first */
		EQ(pthread_mutex_timedlock(m, &t), EINVAL);
	}
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
