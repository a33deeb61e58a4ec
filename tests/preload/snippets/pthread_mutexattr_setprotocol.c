/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_setprotocol)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_getprotocol(&a, &v));
	EQ(v, PTHREAD_PRIO_PROTECT);
	OK(THIS(&a, PTHREAD_PRIO_INHERIT));
	EQ(THIS(&a, 77), EINVAL);
	OK(pthread_mutexattr_getprotocol(&a, &v));
	EQ(v, PTHREAD_PRIO_INHERIT);
	OK(pthread_mutexattr_destroy(&a));
}
