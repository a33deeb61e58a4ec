/* As timedlock, on either clock; EINVAL for a clock that nothing can wait for. */
#include "snippet.h"
SYMBOL(pthread_mutex_clocklock)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };

static void *late(void *v)
{
	for (int i = 0; i < 2; i++) {
		struct timespec end = t_in(clocks[i], 20);
		EQ(THIS(&m, clocks[i], &end), ETIMEDOUT);
		TRUE(t_passed(clocks[i], end));
	}
	struct timespec end = t_in(CLOCK_MONOTONIC, 15000);
	EQ(THIS(&m, CLOCK_THREAD_CPUTIME_ID, &end), EINVAL);
	STORE(ready, 1);
	OK(THIS(&m, CLOCK_MONOTONIC, &end));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 };
	OK(THIS(&m, CLOCK_MONOTONIC, &past));
	t_start(&t, late, NULL);
	UNTIL(LOAD(ready));
	t_blocked(&t);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	OK(t_other_try(&m));
}
