/* The lock is got when it is released before the deadline, on both clocks. */
#include "t.h"

static pthread_mutex_t *m;
static clockid_t clock_id;

static void *waiter(void *v)
{
	struct timespec end = t_in(clock_id, 10000);
	OK(pthread_mutex_clocklock(m, clock_id, &end));
	TRUE(!t_passed(clock_id, end));
	OK(pthread_mutex_unlock(m));
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
			t_start(&t, waiter, NULL);
			t_blocked(&t);
			OK(pthread_mutex_unlock(m));
			t_join(&t);
		}
	return 0;
}
