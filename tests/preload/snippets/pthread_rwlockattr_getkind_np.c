/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_rwlockattr_getkind_np)

static void body(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_RWLOCK_PREFER_READER_NP);
	OK(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	OK(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	OK(pthread_rwlockattr_destroy(&a));
}
