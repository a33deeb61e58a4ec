/* A ceiling mutex whose ceiling was never set has one of SCHED_FIFO's priorities, the same that the attributes
 * tell; a caller above it is refused. */
#include "t.h"

int main(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	int told = -1, real = -1;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_getprioceiling(&a, &told));
	OK(pthread_mutex_init(&m, &a));
	OK(pthread_mutex_getprioceiling(&m, &real));
	EQ(real, told);
	TRUE(real >= sched_get_priority_min(SCHED_FIFO) && real <= sched_get_priority_max(SCHED_FIFO));
	t_fifo(real);
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	if (real < sched_get_priority_max(SCHED_FIFO)) {
		t_fifo(real + 1);
		EQ(pthread_mutex_lock(&m), EINVAL);
	}
	return 0;
}
