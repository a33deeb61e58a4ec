/* trylock of a mutex that another thread owns gives EBUSY at once, also with waiters: every kind. */
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
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		EQ(t_other_try(m), EBUSY);
		t_start(&t, locker, NULL);
		t_blocked(&t);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		t_join(&t);
		OK(t_other_try(m));
	}
	return 0;
}
