/* A handler that interrupted a thread in sem_wait forks, and posts in the child (both are async-signal-safe in
 * POSIX.1-2008): the child's wait ends, whether the handler was installed with SA_RESTART or not. */
#include "t.h"
#include <semaphore.h>

static sem_t s;
static int in_child;
static pid_t child;

static void handler(int signal)
{
	(void)signal;
	pid_t pid = fork();
	if (pid < 0)
		_exit(9);
	if (pid > 0) {
		STORE(child, pid);
		return;
	}
	in_child = 1;
	alarm(10);
	OK(sem_post(&s));
}

static void *waiter(void *v)
{
	while (sem_wait(&s) != 0)
		EQ(errno, EINTR);
	if (in_child) {
		EQ(sem_trywait(&s), -1);
		_exit(0);
	}
	return v;
}

int main(void)
{
	for (int restarts = 0; restarts < 2; restarts++) {
		struct t_thread t;
		struct sigaction action = { .sa_handler = handler, .sa_flags = restarts ? SA_RESTART : 0 };
		OK(sigaction(SIGUSR1, &action, NULL));
		OK(sem_init(&s, 0, 0));
		STORE(child, 0);
		t_start(&t, waiter, NULL);
		t_blocked(&t);
		OK(pthread_kill(t.handle, SIGUSR1));
		UNTIL(LOAD(child));
		t_reap(child);
		OK(sem_post(&s));
		t_join(&t);
	}
	return 0;
}
