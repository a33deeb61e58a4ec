/* A relock of an error-checking mutex gives EDEADLK also while another thread waits for it. */
#include "t.h"

static pthread_mutex_t *m;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		if (k.type != PTHREAD_MUTEX_ERRORCHECK)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		t_start(&t, locker, NULL);
		t_blocked(&t);
		EQ(pthread_mutex_lock(m), EDEADLK);
		struct timespec soon = t_in(CLOCK_REALTIME, 50);
		EQ(pthread_mutex_timedlock(m, &soon), EDEADLK);
		OK(pthread_mutex_unlock(m));
		t_join(&t);
	}
	return 0;
}
