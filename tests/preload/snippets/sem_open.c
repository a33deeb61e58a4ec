/* Makes a named semaphore with the given value, once, and opens the same one again; ENOENT without O_CREAT. */
#include "snippet.h"
SYMBOL(sem_open)

static void body(void)
{
	char name[64];
	snprintf(name, sizeof name, "/fusyn-open-%d", getpid());
	errno = 0;
	TRUE(THIS(name, 0) == SEM_FAILED);
	EQ(errno, ENOENT);
	sem_t *s = THIS(name, O_CREAT | O_EXCL, 0600, 3);
	TRUE(s != SEM_FAILED);
	errno = 0;
	TRUE(THIS(name, O_CREAT | O_EXCL, 0600, 3) == SEM_FAILED);
	EQ(errno, EEXIST);
	EQ(sem_value(s), 3);
	sem_t *again = THIS(name, 0);
	TRUE(again == s);
	OK(sem_wait(again));
	EQ(sem_value(s), 2);
	OK(sem_unlink(name));
	OK(sem_close(again));
	OK(sem_close(s));
}
