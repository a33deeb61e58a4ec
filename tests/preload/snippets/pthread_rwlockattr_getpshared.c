/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_rwlockattr_getpshared)

static void body(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_rwlockattr_destroy(&a));
}
