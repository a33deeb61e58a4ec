/* The process forms: results by -1 and errno, own and other process, and the errors of POSIX. */
#include "t.h"

static void idle(void *v)
{
	(void)v;
	for (;;)
		pause();
}

int main(void)
{
	struct sched_param p = { .sched_priority = 12 }, got;
	t_fifo(1);
	pid_t child = t_fork(idle, NULL);
	OK(sched_setscheduler(child, SCHED_RR, &p));
	EQ(sched_getscheduler(child), SCHED_RR);
	p.sched_priority = 13;
	OK(sched_setparam(child, &p));
	OK(sched_getparam(child, &got));
	EQ(got.sched_priority, 13);
	OK(sched_setscheduler(0, SCHED_FIFO, &p));
	EQ(sched_getscheduler(0), SCHED_FIFO);
	p.sched_priority = 14;
	OK(sched_setparam(0, &p));
	OK(sched_getparam(0, &got));
	EQ(got.sched_priority, 14);
	p.sched_priority = 0;
	errno = 0;
	EQ(sched_setparam(0, &p), -1);
	EQ(errno, EINVAL);
	errno = 0;
	EQ(sched_setscheduler(0, 77, &p), -1);
	EQ(errno, EINVAL);
	errno = 0;
	EQ(sched_setscheduler(-1, SCHED_OTHER, &p), -1);
	EQ(errno, EINVAL);
	t_kill(child);
	errno = 0;
	EQ(sched_setscheduler(child, SCHED_OTHER, &p), -1);
	EQ(errno, ESRCH);
	errno = 0;
	EQ(sched_setparam(child, &p), -1);
	EQ(errno, ESRCH);
	OK(sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &p));
	EQ(sched_getscheduler(0), SCHED_OTHER | SCHED_RESET_ON_FORK);
	return 0;
}
