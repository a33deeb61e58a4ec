/* The clock named by the call counts, not the condvar's own: both against both, both scopes. */
#include "t.h"

int main(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	for (int i = 0; i < 8; i++) {
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		pthread_cond_t *c = t_shared(sizeof *c);
		pthread_condattr_t a;
		clockid_t used = clocks[i & 1];
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setclock(&a, clocks[i >> 1 & 1]));
		OK(pthread_condattr_setpshared(&a, i >> 2));
		OK(pthread_cond_init(c, &a));
		OK(pthread_mutex_lock(&m));
		struct timespec end = t_in(used, 30), negative = { -1, 0 };
		double start = t_now();
		int r;
		while ((r = pthread_cond_clockwait(c, &m, used, &end)) == 0)
			;
		EQ(r, ETIMEDOUT);
		TRUE(t_passed(used, end));
		TRUE(t_now() - start > 0.02 && t_now() - start < 2);
		EQ(pthread_cond_clockwait(c, &m, used, &negative), ETIMEDOUT);
		EQ(t_other_try(&m), EBUSY);
		OK(pthread_mutex_unlock(&m));
		OK(pthread_cond_destroy(c));
	}
	return 0;
}
