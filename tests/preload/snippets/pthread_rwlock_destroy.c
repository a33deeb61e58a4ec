/* Gives 0 for a lock that nobody holds; it can be initialised again. With fusyn it is no lock until then. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_destroy)

static void body(void)
{
	pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
	for (int i = 0; i < 2; i++) {
		OK(pthread_rwlock_wrlock(&rw));
		OK(pthread_rwlock_unlock(&rw));
		OK(THIS(&rw));
		if (s_ours)
			EQ(pthread_rwlock_rdlock(&rw), EINVAL);
		OK(pthread_rwlock_init(&rw, NULL));
	}
	OK(THIS(&rw));
}
