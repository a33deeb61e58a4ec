/* Nanoseconds out of range, and a clock that nothing can wait for, are EINVAL when the thread would wait. */
#include "sem.h"

int main(void)
{
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 0);
		struct timespec low = { 1, -1 }, high = t_in(CLOCK_REALTIME, 1000), good = high;
		high.tv_nsec = 1000000000;
		FAILS(sem_timedwait(s, &low), EINVAL);
		FAILS(sem_timedwait(s, &high), EINVAL);
		FAILS(sem_clockwait(s, CLOCK_MONOTONIC, &high), EINVAL);
		FAILS(sem_clockwait(s, CLOCK_PROCESS_CPUTIME_ID, &good), EINVAL);
		FAILS(sem_clockwait(s, 99, &good), EINVAL);
		sem_free(kind, s);
	}
	return 0;
}
