/* A robust ceiling mutex whose owner died: setprioceiling tells it by EOWNERDEAD as a lock does, and when it is
 * not recoverable gives ENOTRECOVERABLE. */
#include "t.h"

static pthread_mutex_t m;

static void *owner(void *v)
{
	OK(pthread_mutex_lock(&m));
	return v;
}

int main(void)
{
	pthread_mutexattr_t a;
	struct t_thread t;
	int old = -1;
	t_fifo(5);
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(pthread_mutexattr_setprioceiling(&a, 20));
	OK(pthread_mutex_init(&m, &a));
	t_start_fifo(&t, 5, owner, NULL);
	t_join(&t);
	EQ(pthread_mutex_setprioceiling(&m, 30, &old), EOWNERDEAD);
	OK(pthread_mutex_consistent(&m));
	OK(pthread_mutex_unlock(&m));
	OK(pthread_mutex_setprioceiling(&m, 25, &old));
	t_start_fifo(&t, 5, owner, NULL);
	t_join(&t);
	EQ(pthread_mutex_lock(&m), EOWNERDEAD);
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_setprioceiling(&m, 30, &old), ENOTRECOVERABLE);
	return 0;
}
