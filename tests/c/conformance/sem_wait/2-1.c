/* A handler that was installed without SA_RESTART ends the wait with EINTR, and nothing is taken; with
 * SA_RESTART the wait goes on. */
#include "sem.h"

static int handled;
static void handler(int sig) { (void)sig; ADD(handled, 1); }

static void *interrupted(void *s)
{
	FAILS(sem_wait(s), EINTR);
	return NULL;
}

int main(void)
{
	EACH_SEM(kind)
		for (int restart = 0; restart < 2; restart++) {
			struct sigaction action = { .sa_handler = handler, .sa_flags = restart ? SA_RESTART : 0 };
			struct t_thread t;
			sem_t *s = sem_make(kind, 0);
			OK(sigaction(SIGUSR1, &action, NULL));
			t_start(&t, restart ? sem_waiter : interrupted, s);
			t_blocked(&t);
			STORE(handled, 0);
			OK(pthread_kill(t.handle, SIGUSR1));
			UNTIL(LOAD(handled));
			if (restart) {
				t_blocked(&t);
				OK(sem_post(s));
			}
			t_join(&t);
			EQ(sem_value(s), 0);
			OK(sem_post(s));
			OK(sem_trywait(s));
			sem_free(kind, s);
		}
	return 0;
}
