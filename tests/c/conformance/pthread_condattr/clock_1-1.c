/* A condvar's timed waits use the clock of the attributes it was made from, also after those changed. */
#include "t.h"

int main(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	for (int shared = 0; shared < 2; shared++)
		for (int i = 0; i < 2; i++) {
			pthread_condattr_t a;
			pthread_cond_t *c = t_shared(sizeof *c);
			pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, shared));
			OK(pthread_condattr_setclock(&a, clocks[i]));
			OK(pthread_cond_init(c, &a));
			OK(pthread_condattr_setclock(&a, clocks[!i]));
			OK(pthread_condattr_destroy(&a));
			OK(pthread_mutex_lock(&m));
			/* The realtime clock is decades ahead: the wrong clock is seen at once, or never. */
			struct timespec end = t_in(clocks[i], 30);
			double start = t_now();
			int r;
			while ((r = pthread_cond_timedwait(c, &m, &end)) == 0)
				;
			EQ(r, ETIMEDOUT);
			TRUE(t_passed(clocks[i], end));
			TRUE(t_now() - start > 0.02 && t_now() - start < 5);
			OK(pthread_mutex_unlock(&m));
			OK(pthread_cond_destroy(c));
		}
	return 0;
}
