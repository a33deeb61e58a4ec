/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_settype)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, PTHREAD_MUTEX_RECURSIVE));
	OK(pthread_mutexattr_gettype(&a, &v));
	EQ(v, PTHREAD_MUTEX_RECURSIVE);
	OK(THIS(&a, PTHREAD_MUTEX_ERRORCHECK));
	EQ(THIS(&a, 77), EINVAL);
	OK(pthread_mutexattr_gettype(&a, &v));
	EQ(v, PTHREAD_MUTEX_ERRORCHECK);
	OK(pthread_mutexattr_destroy(&a));
}
