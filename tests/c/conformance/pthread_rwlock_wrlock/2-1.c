/* The writer's own write lock gives EDEADLK; a writer waits for readers and for a writer. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		OK(pthread_rwlock_wrlock(rw));
		EQ(pthread_rwlock_wrlock(rw), EDEADLK);
		t_start(&t, rw_write_body, rw);
		t_blocked(&t);
		OK(pthread_rwlock_unlock(rw));
		t_join(&t);
		OK(pthread_rwlock_rdlock(rw));
		t_start(&t, rw_write_body, rw);
		t_blocked(&t);
		OK(pthread_rwlock_unlock(rw));
		t_join(&t);
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
