/* Shares the lock with other readers; EBUSY while a writer has it. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_tryrdlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *want)
{
	int r = THIS(&rw);
	EQ(r, (long)want);
	if (!r)
		OK(pthread_rwlock_unlock(&rw));
	return NULL;
}

static void body(void)
{
	struct t_thread t;
	OK(THIS(&rw));
	t_start(&t, reader, (void *)0L);
	t_join(&t);
	EQ(rw_other_trywr(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	OK(pthread_rwlock_wrlock(&rw));
	t_start(&t, reader, (void *)(long)EBUSY);
	t_join(&t);
	OK(pthread_rwlock_unlock(&rw));
}
