/* The pthread setters return their error and leave errno alone; the process setters set it only when
 * they fail. */
#include "t.h"

int main(void)
{
	struct sched_param p = { .sched_priority = 5 }, bad = { .sched_priority = 500 };
	t_fifo(5);
	errno = 4242;
	OK(pthread_setschedparam(pthread_self(), SCHED_FIFO, &p));
	EQ(errno, 4242);
	EQ(pthread_setschedparam(pthread_self(), SCHED_FIFO, &bad), EINVAL);
	EQ(errno, 4242);
	OK(pthread_setschedprio(pthread_self(), 6));
	EQ(errno, 4242);
	EQ(pthread_setschedprio(pthread_self(), 500), EINVAL);
	EQ(errno, 4242);
	OK(sched_setscheduler(0, SCHED_FIFO, &p));
	OK(sched_setparam(0, &p));
	EQ(errno, 4242);
	return 0;
}
