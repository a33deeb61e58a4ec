/* It waits for the instant and not longer; nothing is left behind. A passed time takes a free lock. */
#include "rw.h"

static void *waiter(void *rw)
{
	struct timespec t = t_in(CLOCK_REALTIME, 40), passed = t_in(CLOCK_REALTIME, -1000);
	EQ(pthread_rwlock_timedrdlock(rw, &passed), ETIMEDOUT);
	EQ(pthread_rwlock_timedrdlock(rw, &t), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, t));
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		struct timespec passed = t_in(CLOCK_REALTIME, -1000);
		OK(pthread_rwlock_wrlock(rw));
		t_start(&t, waiter, rw);
		t_join(&t);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_timedrdlock(rw, &passed));
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
