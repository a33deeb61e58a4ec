/* Null attributes, both static initialisers and a cleared object work; what is no rwlock gives EINVAL. */
#include "rw.h"

static pthread_rwlock_t plain = PTHREAD_RWLOCK_INITIALIZER, cleared;
static pthread_rwlock_t writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void use(pthread_rwlock_t *rw)
{
	OK(pthread_rwlock_rdlock(rw));
	EQ(rw_other_trywr(rw), EBUSY);
	OK(pthread_rwlock_unlock(rw));
	OK(pthread_rwlock_wrlock(rw));
	EQ(rw_other_tryrd(rw), EBUSY);
	OK(pthread_rwlock_unlock(rw));
	OK(pthread_rwlock_destroy(rw));
}

int main(void)
{
	pthread_rwlock_t garbage;
	use(&plain);
	use(&cleared);
	use(&writers);
	memset(&garbage, 0x5a, sizeof garbage);
	EQ(pthread_rwlock_rdlock(&garbage), EINVAL);
	EQ(pthread_rwlock_wrlock(&garbage), EINVAL);
	EQ(pthread_rwlock_tryrdlock(&garbage), EINVAL);
	EQ(pthread_rwlock_trywrlock(&garbage), EINVAL);
	EQ(pthread_rwlock_unlock(&garbage), EINVAL);
	OK(pthread_rwlock_init(&garbage, NULL));
	use(&garbage);
	return 0;
}
