/* Makes an rwlock of what was in the memory: with attributes, or a default one without. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_init)

static void body(void)
{
	pthread_rwlockattr_t a;
	OK(pthread_rwlockattr_init(&a));
	OK(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP));
	for (int i = 0; i < 2; i++) {
		pthread_rwlock_t rw;
		memset(&rw, 0x5a, sizeof rw);
		OK(THIS(&rw, i ? &a : NULL));
		OK(pthread_rwlock_rdlock(&rw));
		OK(rw_other_tryrd(&rw));
		EQ(rw_other_trywr(&rw), EBUSY);
		OK(pthread_rwlock_unlock(&rw));
		OK(rw_other_trywr(&rw));
		OK(pthread_rwlock_destroy(&rw));
	}
}
