/* A null deadline, which POSIX does not provide for: EINVAL when it would have to wait, no crash. */
#include "sem.h"

int main(void)
{
	struct timespec *volatile none = NULL;
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 0);
		FAILS(sem_timedwait(s, none), EINVAL);
		FAILS(sem_clockwait(s, CLOCK_MONOTONIC, none), EINVAL);
		OK(sem_post(s));
		EQ(sem_value(s), 1);
		sem_free(kind, s);
	}
	return 0;
}
