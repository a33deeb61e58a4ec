/* A destroyed rwlock can be initialised again; a held one is not destroyed. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		OK(pthread_rwlock_rdlock(rw));
		EQ(pthread_rwlock_destroy(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_wrlock(rw));
		EQ(pthread_rwlock_destroy(rw), EBUSY);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_destroy(rw));
		EQ(pthread_rwlock_rdlock(rw), EINVAL);
		EQ(pthread_rwlock_destroy(rw), EINVAL);
		OK(pthread_rwlock_init(rw, NULL));
		OK(pthread_rwlock_rdlock(rw));
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
