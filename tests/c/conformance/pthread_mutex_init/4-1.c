/* A robust ceiling mutex: refused with ENOTSUP, or right. */
#include "t.h"

int main(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	int old;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(pthread_mutexattr_setprioceiling(&a, 20));
	int r = pthread_mutex_init(&m, &a);
	if (r == ENOTSUP)
		return 0;
	OK(r);
	t_fifo(10);
	OK(pthread_mutex_getprioceiling(&m, &old));
	EQ(old, 20);
	OK(pthread_mutex_lock(&m));
	EQ(pthread_mutex_consistent(&m), EINVAL);
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_unlock(&m), EPERM);
	OK(pthread_mutex_destroy(&m));
	return 0;
}
