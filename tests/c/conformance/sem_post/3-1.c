/* A waiter that is killed leaves a shared semaphore usable: every token posted goes to the living. */
// limit: 10
#include "sem.h"

enum { DEATHS = 40 };
static void forever(void *s)
{
	for (;;)
		sem_wait(s);
}
static void survivor(void *s) { OK(sem_wait(s)); }

int main(void)
{
	for (int kind = SEM_SHARED; kind < SEM_KINDS; kind++) {
		sem_t *s = sem_make(kind, 0);
		for (int i = 0; i < DEATHS; i++) {
			pid_t victim = t_fork(forever, s);
			t_blocked_process(victim);
			t_kill(victim);
		}
		pid_t pid = t_fork(survivor, s);
		t_blocked_process(pid);
		OK(sem_post(s));
		t_reap(pid);
		EQ(sem_value(s), 0);
		OK(sem_post(s));
		OK(sem_wait(s));
		sem_free(kind, s);
	}
	return 0;
}
