/* It never waits: EBUSY for whom a lock would wait, also for the writer himself. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		OK(pthread_rwlock_trywrlock(rw));
		EQ(rw_other_trywr(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_wrlock(rw));
		EQ(pthread_rwlock_trywrlock(rw), EBUSY);
		EQ(rw_other_trywr(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
