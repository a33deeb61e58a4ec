/* A normal mutex unlocked by another thread than its owner: undefined by POSIX, done by programs.
 * Without waiters it is released, as in the C library. */
#include "t.h"

static void *unlocker(void *m) { return (void *)(long)pthread_mutex_unlock(m); }

int main(void)
{
	for (int shared = 0; shared < 2; shared++)
		for (int type = 0; type <= PTHREAD_MUTEX_ADAPTIVE_NP; type += PTHREAD_MUTEX_ADAPTIVE_NP) {
			struct t_thread t;
			pthread_mutex_t *m = t_shared(sizeof *m);
			t_mutex(m, t_kind_of(type, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, shared));
			OK(pthread_mutex_lock(m));
			t_start(&t, unlocker, m);
			OK((long)t_join(&t));
			OK(t_other_try(m));
			OK(pthread_mutex_lock(m));
			OK(pthread_mutex_unlock(m));
		}
	return 0;
}
