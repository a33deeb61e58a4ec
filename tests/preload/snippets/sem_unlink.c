/* Takes the name away, once; who has the semaphore open goes on using it. */
#include "snippet.h"
SYMBOL(sem_unlink)

static void body(void)
{
	char name[64];
	snprintf(name, sizeof name, "/fusyn-unlink-%d", getpid());
	sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
	TRUE(s != SEM_FAILED);
	OK(THIS(name));
	FAILS(THIS(name), ENOENT);
	TRUE(sem_open(name, 0) == SEM_FAILED);
	OK(sem_wait(s));
	OK(sem_post(s));
	OK(sem_close(s));
}
