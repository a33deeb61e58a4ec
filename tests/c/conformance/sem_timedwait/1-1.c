/* ETIMEDOUT comes at the deadline, not before it, on both clocks; a deadline that has passed is no error
 * if there is a token. */
#include "sem.h"

int main(void)
{
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 0);
		struct timespec past = { 1, 0 }, before = { -5, 0 };
		FAILS(sem_timedwait(s, &past), ETIMEDOUT);
		FAILS(sem_timedwait(s, &before), ETIMEDOUT);
		FAILS(sem_clockwait(s, CLOCK_MONOTONIC, &past), ETIMEDOUT);
		for (int i = 0; i < 3; i++) {
			clockid_t clock = i ? CLOCK_MONOTONIC : CLOCK_REALTIME;
			/* The last one is longer than a slice of a shared wait. */
			struct timespec end = t_in(clock, i == 2 ? 1200 : 30);
			FAILS(i ? sem_clockwait(s, clock, &end) : sem_timedwait(s, &end), ETIMEDOUT);
			TRUE(t_passed(clock, end));
		}
		OK(sem_post(s));
		OK(sem_timedwait(s, &past));
		OK(sem_post(s));
		OK(sem_clockwait(s, CLOCK_REALTIME, &past));
		EQ(sem_value(s), 0);
		sem_free(kind, s);
	}
	return 0;
}
