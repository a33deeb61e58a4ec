/* Gives 0, and what was made from the attributes lives on; they can be initialised again. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlockattr_destroy)

static void body(void)
{
	pthread_rwlockattr_t a;
	pthread_rwlock_t rw;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
	OK(pthread_rwlock_init(&rw, &a));
	OK(THIS(&a));
	OK(pthread_rwlock_wrlock(&rw));
	EQ(rw_other_tryrd(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	OK(pthread_rwlockattr_init(&a));
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, PTHREAD_RWLOCK_DEFAULT_NP);
	OK(THIS(&a));
}
