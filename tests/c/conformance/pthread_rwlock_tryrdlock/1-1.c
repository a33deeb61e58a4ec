/* It never waits: EBUSY for whom a lock would wait, also for the writer himself. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		OK(pthread_rwlock_tryrdlock(rw));
		EQ(rw_other_trywr(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_wrlock(rw));
		EQ(pthread_rwlock_tryrdlock(rw), EBUSY);
		EQ(rw_other_tryrd(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_tryrd(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
