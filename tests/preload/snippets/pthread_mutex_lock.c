/* Takes a free mutex; blocks while another thread owns it. */
#include "snippet.h"
SYMBOL(pthread_mutex_lock)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int got;

static void *locker(void *v)
{
	OK(THIS(&m));
	STORE(got, 1);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	OK(THIS(&m));
	t_start(&t, locker, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	EQ(got, 1);
}
