/* A shared rwlock that was not made by this library gives EINVAL, and never a wait. */
#include "rw.h"

int main(void)
{
	unsigned *rw = t_shared(sizeof(pthread_rwlock_t));
	rw[7] = 1; /* glibc's mark of a shared object */
	EQ(pthread_rwlock_rdlock((pthread_rwlock_t *)rw), EINVAL);
	EQ(pthread_rwlock_wrlock((pthread_rwlock_t *)rw), EINVAL);
	EQ(pthread_rwlock_unlock((pthread_rwlock_t *)rw), EINVAL);
	return 0;
}
