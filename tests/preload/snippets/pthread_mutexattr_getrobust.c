/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_getrobust)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_STALLED);
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_STALLED);
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_MUTEX_ROBUST);
	OK(pthread_mutexattr_destroy(&a));
}
