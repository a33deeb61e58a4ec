/* EPERM for a thread that is not the owner of a normal priority-inheriting mutex: the kernel cannot
 * hand over a lock that the caller does not own. */
#include "t.h"

static void *unlocker(void *m) { return (void *)(long)pthread_mutex_unlock(m); }

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		struct t_thread t;
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, shared));
		OK(pthread_mutex_lock(m));
		t_start(&t, unlocker, m);
		EQ((long)t_join(&t), EPERM);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
	}
	return 0;
}
