/* A null pointer is EINVAL for every function of read-write locks. */
#include "rw.h"

int main(void)
{
	pthread_rwlock_t *volatile rw = NULL;
	struct timespec end = t_in(CLOCK_REALTIME, 1000);
	EQ(pthread_rwlock_init(rw, NULL), EINVAL);
	EQ(pthread_rwlock_destroy(rw), EINVAL);
	EQ(pthread_rwlock_rdlock(rw), EINVAL);
	EQ(pthread_rwlock_tryrdlock(rw), EINVAL);
	EQ(pthread_rwlock_timedrdlock(rw, &end), EINVAL);
	EQ(pthread_rwlock_clockrdlock(rw, CLOCK_REALTIME, &end), EINVAL);
	EQ(pthread_rwlock_wrlock(rw), EINVAL);
	EQ(pthread_rwlock_trywrlock(rw), EINVAL);
	EQ(pthread_rwlock_timedwrlock(rw, &end), EINVAL);
	EQ(pthread_rwlock_clockwrlock(rw, CLOCK_REALTIME, &end), EINVAL);
	EQ(pthread_rwlock_unlock(rw), EINVAL);
	return 0;
}
