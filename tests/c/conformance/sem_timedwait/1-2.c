/* The deadline is not looked at when there is a token: it is taken, once, whatever the nanoseconds. */
#include "sem.h"

int main(void)
{
	static const long bad[] = { -1, LONG_MIN, 1000000000, LONG_MAX };
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 8);
		for (int i = 0; i < 4; i++) {
			struct timespec t = { 1, bad[i] };
			int r = sem_timedwait(s, &t);
			if (r)
				FAIL("%ld nanoseconds gave %s", bad[i], t_error(errno));
			OK(sem_clockwait(s, CLOCK_MONOTONIC, &t));
			EQ(sem_value(s), 6 - 2 * i);
		}
		FAILS(sem_trywait(s), EAGAIN);
		sem_free(kind, s);
	}
	return 0;
}
