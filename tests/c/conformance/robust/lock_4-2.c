/* A process that runs another program while it owns a mutex: EOWNERDEAD, as if it had died. */
#include "death.h"

static void exec_holding(void *v)
{
	struct death *d = v;
	OK(pthread_mutex_lock(&d->m));
	STORE(d->held, 1);
	execlp("sleep", "sleep", "30", (char *)NULL);
	_exit(3);
}

int main(void)
{
	EACH_ROBUST(k) {
		if (!k.shared)
			continue;
		struct death *d = death_new(k);
		pid_t pid = t_fork(exec_holding, d);
		UNTIL(LOAD(d->held));
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		t_kill(pid);
		death_is_healthy(d);
	}
	return 0;
}
