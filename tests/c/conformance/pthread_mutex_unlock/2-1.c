/* EPERM for a thread that is not the owner: error-checking, recursive and robust mutexes. */
#include "t.h"

static void *unlocker(void *m) { return (void *)(long)pthread_mutex_unlock(m); }

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		pthread_mutex_t *m = t_shared(sizeof *m);
		int checks = k.type == PTHREAD_MUTEX_ERRORCHECK || k.type == PTHREAD_MUTEX_RECURSIVE;
		if (!checks && k.robust != PTHREAD_MUTEX_ROBUST)
			continue;
		t_mutex(m, k);
		EQ(pthread_mutex_unlock(m), EPERM); /* free */
		OK(pthread_mutex_lock(m));
		t_start(&t, unlocker, m);
		EQ((long)t_join(&t), EPERM); /* another one's */
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		EQ(pthread_mutex_unlock(m), EPERM); /* no longer ours */
		OK(t_other_try(m));
	}
	return 0;
}
