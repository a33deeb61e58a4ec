/* The defaults, whatever was in the memory. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_init)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	memset(&a, 0xff, sizeof a);
	OK(THIS(&a));
	OK(pthread_mutexattr_gettype(&a, &v));
	EQ(v, PTHREAD_MUTEX_DEFAULT);
	OK(pthread_mutexattr_getprotocol(&a, &v));
	EQ(v, PTHREAD_PRIO_NONE);
	OK(pthread_mutexattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_mutexattr_getrobust(&a, &v));
	EQ(v, PTHREAD_MUTEX_STALLED);
}
