/* Named semaphores: one object for all who open the name, created once, gone with the last close after
 * unlink; every other function works on them. */
#include "sem.h"

static char name[64];
static void child(void *v)
{
	(void)v;
	sem_t *s = sem_open(name, 0);
	TRUE(s != SEM_FAILED);
	OK(sem_wait(s));
	OK(sem_wait(s));
	OK(sem_close(s));
}

int main(void)
{
	snprintf(name, sizeof name, "/fusyn-test-open-%d", getpid());
	errno = 0;
	TRUE(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
	sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, 1), *same = sem_open(name, O_CREAT, 0600, 9);
	TRUE(s != SEM_FAILED && same == s);
	TRUE(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
	EQ(sem_value(s), 1);
	pid_t pid = t_fork(child, NULL);
	t_blocked_process(pid);
	OK(sem_post(s));
	t_reap(pid);
	EQ(sem_value(s), 0);
	OK(sem_close(same));
	OK(sem_post(s));
	OK(sem_unlink(name));
	FAILS(sem_unlink(name), ENOENT);
	OK(sem_trywait(s));
	OK(sem_close(s));
	return 0;
}
