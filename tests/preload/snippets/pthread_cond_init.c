/* Makes a condvar of what was in the memory: with the clock of the attributes, or the realtime clock. */
#include "snippet.h"
SYMBOL(pthread_cond_init)

static void timed(pthread_cond_t *c, clockid_t clock)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	struct timespec end = t_in(clock, 20);
	int r;
	OK(pthread_mutex_lock(&m));
	while ((r = FN(pthread_cond_timedwait)(c, &m, &end)) == 0)
		;
	EQ(r, ETIMEDOUT);
	TRUE(t_passed(clock, end));
	OK(FN(pthread_cond_destroy)(c));
}

static void body(void)
{
	pthread_condattr_t a;
	pthread_cond_t c;
	memset(&c, 0x5a, sizeof c);
	OK(THIS(&c, NULL));
	timed(&c, CLOCK_REALTIME);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	memset(&c, 0x5a, sizeof c);
	/* The old form has no clocks. */
	if (!s_version || strcmp(s_version, "GLIBC_2.2.5")) {
		OK(THIS(&c, &a));
		timed(&c, CLOCK_MONOTONIC);
	}
}
