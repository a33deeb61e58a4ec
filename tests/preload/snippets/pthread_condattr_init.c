/* Private and the realtime clock, whatever was in the memory. */
#include "snippet.h"
SYMBOL(pthread_condattr_init)

static void body(void)
{
	pthread_condattr_t a;
	int v = -1;
	clockid_t clock = -1;
	memset(&a, 0xff, sizeof a);
	OK(THIS(&a));
	OK(pthread_condattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_condattr_getclock(&a, &clock));
	EQ(clock, CLOCK_REALTIME);
}
