/* Both clocks: ETIMEDOUT at the deadline of the clock named, not before; passed deadlines at once. */
#include "t.h"

static pthread_mutex_t *m;
static clockid_t clock_id;

static void *waiter(void *v)
{
	struct timespec end = t_in(clock_id, 30), past = t_in(clock_id, -1), negative = { -1, 0 };
	EQ(pthread_mutex_clocklock(m, clock_id, &end), ETIMEDOUT);
	TRUE(t_passed(clock_id, end));
	EQ(pthread_mutex_clocklock(m, clock_id, &past), ETIMEDOUT);
	EQ(pthread_mutex_clocklock(m, clock_id, &negative), ETIMEDOUT);
	return v;
}

int main(void)
{
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
	EACH_KIND(k)
		for (int c = 0; c < 2; c++) {
			struct t_thread t;
			m = t_shared(sizeof *m);
			clock_id = clocks[c];
			t_mutex(m, k);
			OK(pthread_mutex_lock(m));
			double start = t_now();
			t_start(&t, waiter, NULL);
			t_join(&t);
			TRUE(t_now() - start < 2);
			OK(pthread_mutex_unlock(m));
			OK(t_other_try(m));
		}
	return 0;
}
