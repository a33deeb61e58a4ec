/* Unlocking a free rwlock, or one that another thread writes, gives EPERM and changes nothing. */
#include "rw.h"

static void *stranger(void *rw)
{
	EQ(pthread_rwlock_unlock(rw), EPERM);
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		EQ(pthread_rwlock_unlock(rw), EPERM);
		OK(pthread_rwlock_wrlock(rw));
		t_start(&t, stranger, rw);
		t_join(&t);
		EQ(rw_other_tryrd(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		EQ(pthread_rwlock_unlock(rw), EPERM);
		OK(rw_other_trywr(rw));
	}
	return 0;
}
