/* ETIMEDOUT at the deadline, not before, with the mutex held: every kind of mutex, both scopes. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		pthread_cond_t *c = t_shared(sizeof *c);
		pthread_condattr_t a;
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		OK(pthread_mutex_lock(m));
		struct timespec end = t_in(CLOCK_REALTIME, 25);
		double start = t_now();
		int r;
		while ((r = pthread_cond_timedwait(c, m, &end)) == 0)
			;
		EQ(r, ETIMEDOUT);
		TRUE(t_passed(CLOCK_REALTIME, end));
		TRUE(t_now() - start < 2);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
		OK(t_other_try(m));
		OK(pthread_cond_destroy(c));
	}
	return 0;
}
