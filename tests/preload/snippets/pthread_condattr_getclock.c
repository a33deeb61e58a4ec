/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_condattr_getclock)

static void body(void)
{
	pthread_condattr_t a;
	clockid_t v = -1;
	OK(pthread_condattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, CLOCK_REALTIME);
	OK(pthread_condattr_setclock(&a, CLOCK_REALTIME));
	OK(THIS(&a, &v));
	EQ(v, CLOCK_REALTIME);
	OK(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	OK(THIS(&a, &v));
	EQ(v, CLOCK_MONOTONIC);
	OK(pthread_condattr_destroy(&a));
}
