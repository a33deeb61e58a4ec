/* Keeps each value that there is; EINVAL for another one, which changes nothing. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_setprioceiling)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, 99));
	OK(pthread_mutexattr_getprioceiling(&a, &v));
	EQ(v, 99);
	OK(THIS(&a, 17));
	EQ(THIS(&a, 100), EINVAL);
	OK(pthread_mutexattr_getprioceiling(&a, &v));
	EQ(v, 17);
	OK(pthread_mutexattr_destroy(&a));
}
