/* Both clocks: a free mutex is got whatever the deadline. */
#include "t.h"

int main(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	EACH_KIND(k)
		for (int c = 0; c < 2; c++) {
			pthread_mutex_t *m = t_shared(sizeof *m);
			struct timespec zero = { 0, 0 }, negative = { -1, 0 };
			t_mutex(m, k);
			OK(pthread_mutex_clocklock(m, clocks[c], &zero));
			OK(pthread_mutex_unlock(m));
			OK(pthread_mutex_clocklock(m, clocks[c], &negative));
			OK(pthread_mutex_unlock(m));
			OK(t_other_try(m));
		}
	return 0;
}
