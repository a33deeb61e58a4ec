/* Both clocks are waited for; another clock gives EINVAL. */
#include "rw.h"

static void *waiter(void *rw)
{
	static const clockid_t clocks[] = { CLOCK_MONOTONIC, CLOCK_REALTIME };
	for (int i = 0; i < 2; i++) {
		struct timespec t = t_in(clocks[i], 30);
		EQ(pthread_rwlock_clockwrlock(rw, clocks[i], &t), ETIMEDOUT);
		TRUE(t_passed(clocks[i], t));
	}
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		struct timespec later = t_in(CLOCK_MONOTONIC, 10000);
		EQ(pthread_rwlock_clockwrlock(rw, CLOCK_PROCESS_CPUTIME_ID, &later), EINVAL);
		EQ(pthread_rwlock_clockwrlock(rw, 9999, &later), EINVAL);
		OK(pthread_rwlock_wrlock(rw));
		t_start(&t, waiter, rw);
		t_join(&t);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_clockwrlock(rw, CLOCK_MONOTONIC, &later));
		OK(pthread_rwlock_unlock(rw));
	}
	return 0;
}
