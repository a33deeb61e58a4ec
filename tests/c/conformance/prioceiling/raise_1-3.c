/* The same for a thread with the ordinary policy: it holds a ceiling mutex, and is ordinary again after it. */
#include "t.h"

int main(void)
{
	pthread_mutex_t m;
	pid_t probe = fork();
	if (probe == 0) {
		t_fifo(1);
		_exit(0);
	}
	int status = t_wait(probe);
	if (WEXITSTATUS(status) == 77)
		SKIP("no right to SCHED_FIFO");
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 30);
	OK(pthread_mutex_lock(&m));
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	EQ(sched_getscheduler(0), SCHED_OTHER);
	OK(pthread_mutex_destroy(&m));
	return 0;
}
