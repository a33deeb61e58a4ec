/* When it would have to wait, nanoseconds below 0 or from 1000 million on give EINVAL, at once; a free lock
 * may be taken all the same. The writer's own lock gives EDEADLK. */
#include "rw.h"

static void *waiter(void *rw)
{
	static const long bad[] = { -1, LONG_MIN, 1000000000, LONG_MAX };
	for (int i = 0; i < 4; i++) {
		struct timespec t = t_in(CLOCK_REALTIME, 10000);
		t.tv_nsec = bad[i];
		EQ(pthread_rwlock_timedwrlock(rw, &t), EINVAL);
		t.tv_sec = 1;
		EQ(pthread_rwlock_timedwrlock(rw, &t), EINVAL);
	}
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		struct timespec bad = { 1, -1 }, later = t_in(CLOCK_REALTIME, 10000);
		OK(pthread_rwlock_wrlock(rw));
		t_start(&t, waiter, rw);
		t_join(&t);
		EQ(pthread_rwlock_timedwrlock(rw, &later), EDEADLK);
		OK(pthread_rwlock_unlock(rw));
		int r = pthread_rwlock_timedwrlock(rw, &bad);
		EITHER(r, 0, EINVAL);
		if (r == 0)
			OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
