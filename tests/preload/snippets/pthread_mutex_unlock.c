/* Lets a blocked thread in, and gives EPERM to one that does not own an error-checking mutex. */
#include "snippet.h"
SYMBOL(pthread_mutex_unlock)

static pthread_mutex_t m;
static int got;

static void *locker(void *v)
{
	EQ(THIS(&m), EPERM);
	OK(pthread_mutex_lock(&m));
	STORE(got, 1);
	OK(THIS(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	t_mutex_type(&m, PTHREAD_MUTEX_ERRORCHECK);
	OK(pthread_mutex_lock(&m));
	t_start(&t, locker, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	OK(THIS(&m));
	t_join(&t);
	EQ(got, 1);
	EQ(THIS(&m), EPERM);
}
