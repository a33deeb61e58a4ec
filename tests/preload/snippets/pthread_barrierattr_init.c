/* Private, whatever was in the memory. */
#include "snippet.h"
SYMBOL(pthread_barrierattr_init)

static void body(void)
{
	pthread_barrierattr_t a;
	int v = -1;
	memset(&a, 0xff, sizeof a);
	OK(THIS(&a));
	OK(pthread_barrierattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
}
