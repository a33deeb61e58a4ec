/* The same with a thread blocked on the mutex: it gets the lock. */
#include "t.h"

static pthread_mutex_t *m;

static void *unlocker(void *v) { (void)v; return (void *)(long)pthread_mutex_unlock(m); }
static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		struct t_thread w, u;
		m = t_shared(sizeof *m);
		t_mutex(m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, shared));
		OK(pthread_mutex_lock(m));
		t_start(&w, locker, NULL);
		t_blocked(&w);
		t_start(&u, unlocker, NULL);
		OK((long)t_join(&u));
		t_join(&w);
		OK(t_other_try(m));
	}
	return 0;
}
