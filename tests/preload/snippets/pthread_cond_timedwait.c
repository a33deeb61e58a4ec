/* ETIMEDOUT at the deadline, with the mutex held; 0 for what is signalled before it. */
#include "snippet.h"
SYMBOL(pthread_cond_timedwait)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 15000);
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(THIS(&c, &m, &end));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 }, end = t_in(CLOCK_REALTIME, 20);
	int r;
	OK(pthread_mutex_lock(&m));
	EQ(THIS(&c, &m, &past), ETIMEDOUT);
	while ((r = THIS(&c, &m, &end)) == 0)
		;
	EQ(r, ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(FN(pthread_cond_signal)(&c));
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
}
