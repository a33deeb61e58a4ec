/* The writer's own read lock gives EDEADLK, and a reader waits until the writer is done. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		OK(pthread_rwlock_wrlock(rw));
		EQ(pthread_rwlock_rdlock(rw), EDEADLK);
		t_start(&t, rw_read_body, rw);
		t_blocked(&t);
		OK(pthread_rwlock_unlock(rw));
		t_join(&t);
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
