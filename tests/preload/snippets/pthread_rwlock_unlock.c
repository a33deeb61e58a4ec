/* The last reader lets a writer in, a writer lets a reader in. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_unlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void body(void)
{
	struct t_thread t;
	OK(pthread_rwlock_rdlock(&rw));
	OK(pthread_rwlock_rdlock(&rw));
	OK(THIS(&rw));
	EQ(rw_other_trywr(&rw), EBUSY);
	t_start(&t, rw_write_body, &rw);
	t_blocked(&t);
	OK(THIS(&rw));
	t_join(&t);
	OK(pthread_rwlock_wrlock(&rw));
	t_start(&t, rw_read_body, &rw);
	t_blocked(&t);
	OK(THIS(&rw));
	t_join(&t);
	OK(rw_other_trywr(&rw));
}
