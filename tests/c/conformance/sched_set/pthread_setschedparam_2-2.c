/* EPERM without the right: a process that gave it up. For both pthread setters and both process ones. */
#include "t.h"
#include <sys/resource.h>

static void without_rights(void *v)
{
	struct sched_param p = { .sched_priority = 10 };
	struct rlimit none = { 0, 0 };
	(void)v;
	OK(setrlimit(RLIMIT_RTPRIO, &none));
	if (getuid() == 0 && setresuid(65534, 65534, 65534))
		SKIP("cannot give up the rights of root");
	if (sched_setscheduler(0, SCHED_FIFO, &p) == 0)
		SKIP("this process keeps the right to SCHED_FIFO");
	EQ(errno, EPERM);
	EQ(pthread_setschedparam(pthread_self(), SCHED_FIFO, &p), EPERM);
	EQ(sched_getscheduler(0), SCHED_OTHER);
}

int main(void)
{
	int status = t_wait(t_fork(without_rights, NULL));
	TRUE(WIFEXITED(status));
	return WEXITSTATUS(status);
}
