/* _Fork, and a raw clone, which no atfork handler and no part of the C library sees: the child is
 * another thread with another id, and its locks must know. */
#include "fork.h"

/* Whether the child's own locks work by themselves: an id that is the parent's would be seen here. */
static void child_ids(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		int pi = k.protocol == PTHREAD_PRIO_INHERIT;
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		if (k.type == PTHREAD_MUTEX_ERRORCHECK)
			EQ(pthread_mutex_lock(m), EDEADLK);
		if (pi || k.robust)
			EQ(m->__data.__lock & 0x3fffffff, t_gettid());
		OK(pthread_mutex_unlock(m));
	}
}

int main(void)
{
	fork_prepare();
	for (int i = 0; i < 4; i++) {
		int raw = i & 1;
		pid_t pid = raw ? (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) : _Fork();
		TRUE(pid >= 0);
		if (pid == 0) {
			child_alone();
			child_ids();
			if (!raw)
				child_threads();
			_exit(0);
		}
		t_reap(pid);
	}
	fork_finish();
	return 0;
}
