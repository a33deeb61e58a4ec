/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_rwlockattr_setkind_np)

static void body(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(THIS(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP));
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	OK(THIS(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
	EQ(THIS(&a, 77), EINVAL);
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	OK(pthread_rwlockattr_destroy(&a));
}
