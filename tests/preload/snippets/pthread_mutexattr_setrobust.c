/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_setrobust)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, PTHREAD_MUTEX_STALLED));
	OK(pthread_mutexattr_getrobust(&a, &v));
	EQ(v, PTHREAD_MUTEX_STALLED);
	OK(THIS(&a, PTHREAD_MUTEX_ROBUST));
	EQ(THIS(&a, 77), EINVAL);
	OK(pthread_mutexattr_getrobust(&a, &v));
	EQ(v, PTHREAD_MUTEX_ROBUST);
	OK(pthread_mutexattr_destroy(&a));
}
