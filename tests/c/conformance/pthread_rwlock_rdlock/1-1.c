/* Several threads hold read locks at once, one of them several; none is a writer's. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		OK(pthread_rwlock_rdlock(rw));
		OK(pthread_rwlock_rdlock(rw));
		OK(rw_other_tryrd(rw));
		EQ(rw_other_trywr(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		EQ(rw_other_trywr(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
