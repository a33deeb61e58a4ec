/* A null deadline, which POSIX does not provide for: EINVAL with the mutex held, no crash. */
#include "t.h"

int main(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	struct timespec *volatile none = NULL;
	OK(pthread_mutex_lock(&m));
	EQ(pthread_cond_timedwait(&c, &m, none), EINVAL);
	EQ(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, none), EINVAL);
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	return 0;
}
