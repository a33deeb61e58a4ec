/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_condattr_setclock)

static void body(void)
{
	pthread_condattr_t a;
	clockid_t v = -1;
	OK(pthread_condattr_init(&a));
	OK(THIS(&a, CLOCK_REALTIME));
	OK(pthread_condattr_getclock(&a, &v));
	EQ(v, CLOCK_REALTIME);
	OK(THIS(&a, CLOCK_MONOTONIC));
	EQ(THIS(&a, CLOCK_PROCESS_CPUTIME_ID), EINVAL);
	OK(pthread_condattr_getclock(&a, &v));
	EQ(v, CLOCK_MONOTONIC);
	OK(pthread_condattr_destroy(&a));
}
