/* A reader whose lock another thread has given back, and who gives it back again: EPERM, and nothing changes. */
#include "rw.h"

static void *give_back(void *rw)
{
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		OK(pthread_rwlock_rdlock(rw));
		t_start(&t, give_back, rw);
		t_join(&t);
		EQ(pthread_rwlock_unlock(rw), EPERM);
		OK(rw_other_trywr(rw));
		OK(pthread_rwlock_wrlock(rw));
		EQ(rw_other_tryrd(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		EQ(pthread_rwlock_unlock(rw), EPERM);
		OK(pthread_rwlock_rdlock(rw));
		EQ(rw_other_trywr(rw), EBUSY);
		OK(rw_other_tryrd(rw));
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
