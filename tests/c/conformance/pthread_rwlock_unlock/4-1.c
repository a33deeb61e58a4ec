/* In a forked child the forking thread's holds of private rwlocks are its own: it unlocks, and locks again.
 * Threads that waited in the parent are not there. */
#include "rw.h"

static pthread_rwlock_t wr = PTHREAD_RWLOCK_INITIALIZER, rd = PTHREAD_RWLOCK_INITIALIZER;

static void child(void *v)
{
	(void)v;
	OK(pthread_rwlock_unlock(&wr));
	OK(pthread_rwlock_unlock(&rd));
	OK(pthread_rwlock_rdlock(&wr));
	EQ(rw_other_trywr(&wr), EBUSY);
	OK(pthread_rwlock_unlock(&wr));
	for (int i = 0; i < 2; i++) {
		OK(pthread_rwlock_wrlock(i ? &rd : &wr));
		EQ(pthread_rwlock_wrlock(i ? &rd : &wr), EDEADLK);
		OK(pthread_rwlock_unlock(i ? &rd : &wr));
	}
}

int main(void)
{
	struct t_thread one, two;
	OK(pthread_rwlock_wrlock(&wr));
	OK(pthread_rwlock_rdlock(&rd));
	t_start(&one, rw_read_body, &wr);
	t_start(&two, rw_write_body, &rd);
	t_blocked(&one);
	t_blocked(&two);
	t_reap(t_fork(child, NULL));
	OK(pthread_rwlock_unlock(&wr));
	OK(pthread_rwlock_unlock(&rd));
	t_join(&one);
	t_join(&two);
	return 0;
}
