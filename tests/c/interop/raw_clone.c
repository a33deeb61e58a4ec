/* A child made by a raw clone has no robust list in the kernel until it locks: its deaths are told too,
 * and its ids are its own. */
#include "../t.h"

static pthread_mutex_t *m;

static void child(int inherit)
{
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	TRUE(pid >= 0);
	if (pid == 0) {
		/* Nothing but what is tested: the C library does not know of this process. */
		if (pthread_mutex_lock(&m[inherit]) || pthread_mutex_lock(&m[inherit + 2]))
			_exit(1);
		if (pthread_mutex_unlock(&m[inherit + 2]))
			_exit(2);
		_exit(0);
	}
	t_reap(pid);
	EQ(pthread_mutex_lock(&m[inherit]), EOWNERDEAD);
	OK(pthread_mutex_consistent(&m[inherit]));
	OK(pthread_mutex_unlock(&m[inherit]));
	EQ(pthread_mutex_trylock(&m[inherit + 2]), 0);
	OK(pthread_mutex_unlock(&m[inherit + 2]));
}

int main(void)
{
	m = t_shared(4 * sizeof *m);
	for (int i = 0; i < 4; i++)
		t_mutex(&m[i], t_kind_of(PTHREAD_MUTEX_ERRORCHECK, i & 1 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
					 PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	for (int held = 0; held < 2; held++)
		for (int inherit = 0; inherit < 2; inherit++) {
			/* Also while the parent holds one itself, which is the parent's in the child too. */
			pthread_mutex_t own;
			t_mutex(&own, t_kind_of(PTHREAD_MUTEX_NORMAL, 0, PTHREAD_MUTEX_ROBUST, 1));
			if (held)
				OK(pthread_mutex_lock(&own));
			child(inherit);
			if (held)
				OK(pthread_mutex_unlock(&own));
		}
	return 0;
}
