/* A new attributes object has the defaults, whatever was in the memory. */
#include "t.h"

int main(void)
{
	static const unsigned char patterns[] = { 0, 0xff, 0x55 };
	for (int i = 0; i < 3; i++) {
		pthread_mutexattr_t a;
		int v = -1;
		memset(&a, patterns[i], sizeof a);
		OK(pthread_mutexattr_init(&a));
		OK(pthread_mutexattr_gettype(&a, &v));
		EQ(v, PTHREAD_MUTEX_DEFAULT);
		OK(pthread_mutexattr_getpshared(&a, &v));
		EQ(v, PTHREAD_PROCESS_PRIVATE);
		OK(pthread_mutexattr_getrobust(&a, &v));
		EQ(v, PTHREAD_MUTEX_STALLED);
		OK(pthread_mutexattr_getprotocol(&a, &v));
		EQ(v, PTHREAD_PRIO_NONE);
		OK(pthread_mutexattr_getprioceiling(&a, &v));
		TRUE(v >= sched_get_priority_min(SCHED_FIFO) && v <= sched_get_priority_max(SCHED_FIFO));
		OK(pthread_mutexattr_destroy(&a));
	}
	return 0;
}
