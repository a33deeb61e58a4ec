/* As sem_timedwait, on either clock; EINVAL for another one. */
#include "snippet.h"
SYMBOL(sem_clockwait)

static sem_t s;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 15000);
	OK(THIS(&s, CLOCK_MONOTONIC, &end));
	return v;
}

static void body(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	struct t_thread t;
	OK(sem_init(&s, 0, 2));
	for (int i = 0; i < 2; i++) {
		struct timespec past = { 1, 0 };
		OK(THIS(&s, clocks[i], &past));
	}
	for (int i = 0; i < 2; i++) {
		struct timespec end = t_in(clocks[i], 20);
		FAILS(THIS(&s, clocks[i], &end), ETIMEDOUT);
		TRUE(t_passed(clocks[i], end));
		FAILS(THIS(&s, CLOCK_THREAD_CPUTIME_ID, &end), EINVAL);
	}
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(sem_post(&s));
	t_join(&t);
}
