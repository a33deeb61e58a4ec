/* A thread that reads may read again though a writer waits, whatever the kind, and whatever the writer's
 * priority; also when it reads many other locks. */
#include "rw.h"

enum { OTHERS = 40 };

static void try_it(pthread_rwlock_t *rw, int priority)
{
	struct t_thread t;
	OK(pthread_rwlock_rdlock(rw));
	t_start_fifo(&t, priority, rw_write_body, rw);
	t_blocked(&t);
	OK(pthread_rwlock_rdlock(rw));
	OK(pthread_rwlock_tryrdlock(rw));
	for (int i = 0; i < 3; i++)
		OK(pthread_rwlock_unlock(rw));
	t_join(&t);
}

int main(void)
{
	static pthread_rwlock_t other[OTHERS];
	EACH_RW(rw) {
		try_it(rw, 0);
		try_it(rw, 20);
		for (int i = 0; i < OTHERS; i++) {
			OK(pthread_rwlock_init(&other[i], NULL));
			OK(pthread_rwlock_rdlock(&other[i]));
		}
		try_it(rw, 20);
		for (int i = 0; i < OTHERS; i++)
			OK(pthread_rwlock_unlock(&other[i]));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
