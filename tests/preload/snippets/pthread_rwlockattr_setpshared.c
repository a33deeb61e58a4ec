/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_rwlockattr_setpshared)

static void body(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(THIS(&a, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_rwlockattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(THIS(&a, PTHREAD_PROCESS_SHARED));
	EQ(THIS(&a, 77), EINVAL);
	OK(pthread_rwlockattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_rwlockattr_destroy(&a));
}
