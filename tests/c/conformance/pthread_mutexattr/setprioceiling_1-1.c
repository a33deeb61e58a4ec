/* Every priority of SCHED_FIFO is kept as a ceiling; one outside gives EINVAL and changes nothing. */
#include "t.h"

int main(void)
{
	pthread_mutexattr_t a;
	int min = sched_get_priority_min(SCHED_FIFO), max = sched_get_priority_max(SCHED_FIFO);
	const int bad[] = { min - 1, max + 1, -1, INT_MAX, INT_MIN };
	OK(pthread_mutexattr_init(&a));
	for (int p = min; p <= max; p++) {
		int v = -1;
		OK(pthread_mutexattr_setprioceiling(&a, p));
		for (int i = 0; i < 5; i++)
			EQ(pthread_mutexattr_setprioceiling(&a, bad[i]), EINVAL);
		OK(pthread_mutexattr_getprioceiling(&a, &v));
		EQ(v, p);
	}
	return 0;
}
