/* Ends one of the process' uses; the semaphore lives on under its name. */
#include "snippet.h"
SYMBOL(sem_close)

static void body(void)
{
	char name[64];
	sem_t own;
	snprintf(name, sizeof name, "/fusyn-close-%d", getpid());
	sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
	TRUE(s != SEM_FAILED);
	OK(sem_post(s));
	OK(THIS(s));
	s = sem_open(name, 0);
	TRUE(s != SEM_FAILED);
	EQ(sem_value(s), 2);
	OK(sem_unlink(name));
	OK(THIS(s));
	OK(sem_init(&own, 0, 0));
	FAILS(THIS(&own), EINVAL);
}
