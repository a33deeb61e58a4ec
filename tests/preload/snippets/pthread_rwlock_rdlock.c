/* Shares the lock with other readers; blocks while a writer has it. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_rdlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int got;

static void *reader(void *v)
{
	OK(THIS(&rw));
	STORE(got, 1);
	OK(pthread_rwlock_unlock(&rw));
	return v;
}

static void body(void)
{
	struct t_thread t;
	OK(THIS(&rw));
	t_start(&t, reader, NULL);
	t_join(&t);
	EQ(got, 1);
	EQ(rw_other_trywr(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	got = 0;
	OK(pthread_rwlock_wrlock(&rw));
	t_start(&t, reader, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	OK(pthread_rwlock_unlock(&rw));
	t_join(&t);
	EQ(got, 1);
}
