/* Takes a free lock; EBUSY while a reader or a writer has it. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_trywrlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *busy(void *v)
{
	EQ(THIS(&rw), EBUSY);
	return v;
}

static void body(void)
{
	struct t_thread t;
	OK(THIS(&rw));
	t_start(&t, busy, NULL);
	t_join(&t);
	EQ(rw_other_tryrd(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	OK(pthread_rwlock_rdlock(&rw));
	t_start(&t, busy, NULL);
	t_join(&t);
	OK(pthread_rwlock_unlock(&rw));
}
