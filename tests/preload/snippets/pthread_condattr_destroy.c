/* Gives 0, and what was made from the attributes lives on; they can be initialised again. */
#include "snippet.h"
SYMBOL(pthread_condattr_destroy)

static void body(void)
{
	pthread_condattr_t a;
	pthread_cond_t c;
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	clockid_t clock = -1;
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	OK(pthread_cond_init(&c, &a));
	OK(THIS(&a));
	struct timespec end = t_in(CLOCK_MONOTONIC, 20);
	int r;
	OK(pthread_mutex_lock(&m));
	while ((r = pthread_cond_timedwait(&c, &m, &end)) == 0)
		;
	EQ(r, ETIMEDOUT);
	TRUE(t_passed(CLOCK_MONOTONIC, end));
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_getclock(&a, &clock));
	EQ(clock, CLOCK_REALTIME);
	OK(THIS(&a));
}
