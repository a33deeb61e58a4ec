/* Waiters whose time ran out leave no trace: the lock works, also for one that still waits. */
#include "t.h"

static pthread_mutex_t *m;
static int got;

static void *patient(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(got, 1);
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *hasty(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 5);
	EQ(pthread_mutex_timedlock(m, &end), ETIMEDOUT);
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread p, h[4];
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		STORE(got, 0);
		OK(pthread_mutex_lock(m));
		for (int i = 0; i < 2; i++)
			t_start(&h[i], hasty, NULL);
		t_start(&p, patient, NULL);
		t_blocked(&p);
		for (int i = 2; i < 4; i++)
			t_start(&h[i], hasty, NULL);
		for (int i = 0; i < 4; i++)
			t_join(&h[i]);
		EQ(LOAD(got), 0);
		OK(pthread_mutex_unlock(m));
		t_join(&p);
		EQ(LOAD(got), 1);
		OK(t_other_try(m));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
