/* Makes a mutex whose owner died one that others can lock; EINVAL if its state is not that. */
#include "snippet.h"
SYMBOL(pthread_mutex_consistent)

static pthread_mutex_t m;

static void *owner(void *v)
{
	OK(pthread_mutex_lock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST, 0));
	EQ(THIS(&m), EINVAL);
	t_start(&t, owner, NULL);
	t_join(&t);
	EQ(pthread_mutex_lock(&m), EOWNERDEAD);
	OK(THIS(&m));
	EQ(THIS(&m), EINVAL);
	OK(pthread_mutex_unlock(&m));
	OK(t_other_try(&m));
}
