/* No call is a cancellation point: a cancelled thread waits on, gets the lock, and ends later. */
#include "rw.h"

static int got;

static void *reader(void *rw)
{
	OK(pthread_rwlock_rdlock(rw));
	STORE(got, 1);
	OK(pthread_rwlock_unlock(rw));
	pthread_testcancel();
	return NULL;
}

static void *writer(void *rw)
{
	OK(pthread_rwlock_wrlock(rw));
	STORE(got, 1);
	OK(pthread_rwlock_unlock(rw));
	pthread_testcancel();
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		for (int writes = 0; writes < 2; writes++) {
			struct t_thread t;
			STORE(got, 0);
			OK(pthread_rwlock_wrlock(rw));
			t_start(&t, writes ? writer : reader, rw);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			t_blocked(&t);
			OK(pthread_rwlock_unlock(rw));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(LOAD(got), 1);
		}
	}
	return 0;
}
