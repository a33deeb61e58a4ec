/* Shuts everybody else out; blocks while a reader has the lock. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_wrlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int got;

static void *writer(void *v)
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
	EQ(rw_other_tryrd(&rw), EBUSY);
	EQ(rw_other_trywr(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	OK(pthread_rwlock_rdlock(&rw));
	t_start(&t, writer, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	OK(pthread_rwlock_unlock(&rw));
	t_join(&t);
	EQ(got, 1);
}
