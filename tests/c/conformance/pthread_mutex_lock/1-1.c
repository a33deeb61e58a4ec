/* A locked mutex blocks another thread's lock until the owner unlocks: every kind. */
#include "t.h"

static pthread_mutex_t *m;
static int got;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(got, 1);
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		STORE(got, 0);
		OK(pthread_mutex_lock(m));
		t_start(&t, locker, NULL);
		t_blocked(&t);
		EQ(LOAD(got), 0);
		OK(pthread_mutex_unlock(m));
		t_join(&t);
		EQ(LOAD(got), 1);
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
