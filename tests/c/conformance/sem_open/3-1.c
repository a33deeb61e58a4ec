/* Errors: a value above SEM_VALUE_MAX, names that cannot be, and closing what was not opened. */
#include "sem.h"

#define REFUSED(call, error)                                                                       \
	do {                                                                                       \
		errno = 0;                                                                         \
		TRUE((call) == SEM_FAILED);                                                        \
		EQ(errno, error);                                                                  \
	} while (0)

int main(void)
{
	char name[64], longest[PATH_MAX + 2];
	sem_t own;
	snprintf(name, sizeof name, "/fusyn-test-errors-%d", getpid());
	REFUSED(sem_open(name, O_CREAT | O_EXCL, 0600, (unsigned)SEM_VALUE_MAX + 1), EINVAL);
	REFUSED(sem_open(name, 0), ENOENT);
	memset(longest, 'x', sizeof longest);
	longest[0] = '/';
	longest[sizeof longest - 1] = 0;
	errno = 0;
	TRUE(sem_open(longest, O_CREAT, 0600, 0) == SEM_FAILED);
	EITHER(errno, ENAMETOOLONG, EINVAL);
	errno = 0;
	EQ(sem_unlink(longest), -1);
	EITHER(errno, ENAMETOOLONG, ENOENT);
	REFUSED(sem_open("/", O_CREAT, 0600, 0), EINVAL);
	OK(sem_init(&own, 0, 1));
	FAILS(sem_close(&own), EINVAL);
	OK(sem_wait(&own));
	return 0;
}
