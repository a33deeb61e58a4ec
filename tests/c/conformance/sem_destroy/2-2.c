/* A destroyed private semaphore, and a null pointer, are EINVAL for every function; no call hangs. */
#include "sem.h"

static void each(sem_t *s)
{
	int value;
	struct timespec past = { 1, 0 };
	FAILS(sem_wait(s), EINVAL);
	FAILS(sem_trywait(s), EINVAL);
	FAILS(sem_timedwait(s, &past), EINVAL);
	FAILS(sem_clockwait(s, CLOCK_MONOTONIC, &past), EINVAL);
	FAILS(sem_post(s), EINVAL);
	FAILS(sem_getvalue(s, &value), EINVAL);
	FAILS(sem_destroy(s), EINVAL);
}

int main(void)
{
	sem_t s;
	sem_t *volatile null = NULL;
	OK(sem_init(&s, 0, 5));
	OK(sem_destroy(&s));
	each(&s);
	each(null);
	FAILS(sem_init(null, 0, 0), EINVAL);
	OK(sem_init(&s, 0, 1));
	OK(sem_wait(&s));
	OK(sem_destroy(&s));
	return 0;
}
