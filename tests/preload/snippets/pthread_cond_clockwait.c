/* ETIMEDOUT at the deadline of either clock, whatever the condvar's own; EINVAL for another one; 0 for what
 * is signalled. */
#include "snippet.h"
SYMBOL(pthread_cond_clockwait)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 15000);
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(THIS(&c, &m, CLOCK_MONOTONIC, &end));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	struct t_thread t;
	OK(pthread_mutex_lock(&m));
	for (int i = 0; i < 2; i++) {
		struct timespec end = t_in(clocks[i], 20);
		int r;
		while ((r = THIS(&c, &m, clocks[i], &end)) == 0)
			;
		EQ(r, ETIMEDOUT);
		TRUE(t_passed(clocks[i], end));
		EQ(THIS(&c, &m, CLOCK_THREAD_CPUTIME_ID, &end), EINVAL);
	}
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(pthread_cond_signal(&c));
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
}
