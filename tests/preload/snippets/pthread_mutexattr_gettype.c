/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_gettype)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_DEFAULT);
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_RECURSIVE);
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_ERRORCHECK);
	OK(pthread_mutexattr_destroy(&a));
}
