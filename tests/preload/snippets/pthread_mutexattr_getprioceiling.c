/* Gives the value that was set, and the default before. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_getprioceiling)

static void body(void)
{
	pthread_mutexattr_t a;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(THIS(&a, &v));
	EQ(v, sched_get_priority_min(SCHED_FIFO));
	OK(pthread_mutexattr_setprioceiling(&a, 99));
	OK(THIS(&a, &v));
	EQ(v, 99);
	OK(pthread_mutexattr_setprioceiling(&a, 17));
	OK(THIS(&a, &v));
	EQ(v, 17);
	OK(pthread_mutexattr_destroy(&a));
}
