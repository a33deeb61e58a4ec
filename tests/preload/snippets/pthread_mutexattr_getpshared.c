/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_getpshared)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_mutexattr_destroy(&a));
}
