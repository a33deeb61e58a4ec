/* EPERM when the mutex checks its owner (error-checking, recursive, robust) and the caller is not it,
 * whether the mutex is free or another thread's. All forms of wait. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *intruder(void *v)
{
	struct timespec real = t_in(CLOCK_REALTIME, 5000), mono = t_in(CLOCK_MONOTONIC, 5000);
	EQ(pthread_cond_wait(&c, m), EPERM);
	EQ(pthread_cond_timedwait(&c, m, &real), EPERM);
	EQ(pthread_cond_clockwait(&c, m, CLOCK_MONOTONIC, &mono), EPERM);
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		int checks = k.type == PTHREAD_MUTEX_ERRORCHECK || k.type == PTHREAD_MUTEX_RECURSIVE;
		if (!checks && k.robust != PTHREAD_MUTEX_ROBUST)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		intruder(NULL);
		OK(pthread_mutex_lock(m));
		t_start(&t, intruder, NULL);
		t_join(&t);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_cond_signal(&c)); /* no waiter was left behind */
		OK(pthread_cond_destroy(&c));
		OK(pthread_cond_init(&c, NULL));
	}
	return 0;
}
