/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_barrierattr_getpshared)

static void body(void)
{
	pthread_barrierattr_t a;
	int v = -1;
	OK(pthread_barrierattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_barrierattr_destroy(&a));
}
