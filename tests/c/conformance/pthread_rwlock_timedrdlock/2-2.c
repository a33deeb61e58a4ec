/* A null deadline, which POSIX does not provide for: EINVAL when it would have to wait, to read or to write,
 * no crash. */
// limit: 5
#include "rw.h"

static void *waiter(void *rw)
{
	struct timespec *volatile none = NULL;
	EQ(pthread_rwlock_timedrdlock(rw, none), EINVAL);
	EQ(pthread_rwlock_clockrdlock(rw, CLOCK_MONOTONIC, none), EINVAL);
	EQ(pthread_rwlock_timedwrlock(rw, none), EINVAL);
	EQ(pthread_rwlock_clockwrlock(rw, CLOCK_MONOTONIC, none), EINVAL);
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t;
		OK(pthread_rwlock_wrlock(rw));
		t_start(&t, waiter, rw);
		t_join(&t);
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
