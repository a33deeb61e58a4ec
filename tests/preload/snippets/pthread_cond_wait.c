/* Unlocks the mutex while it waits, and owns it again when it returns. */
#include "snippet.h"
SYMBOL(pthread_cond_wait)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, back;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(THIS(&c, &m));
	EQ(t_other_try(&m), EBUSY);
	STORE(back, 1);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_lock(&m));
	EQ(LOAD(back), 0);
	go = 1;
	OK(FN(pthread_cond_signal)(&c));
	EQ(LOAD(back), 0);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	EQ(back, 1);
}
