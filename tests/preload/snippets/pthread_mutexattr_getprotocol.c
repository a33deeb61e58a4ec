/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_getprotocol)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PRIO_NONE);
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PRIO_PROTECT);
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
	OK(THIS(&a, &v));
	EQ(v, PTHREAD_PRIO_INHERIT);
	OK(pthread_mutexattr_destroy(&a));
}
