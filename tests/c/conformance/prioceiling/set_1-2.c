/* The owner changes the ceiling of its own mutex: EDEADLK when error-checking, done when recursive, and it is
 * locked as often as before. */
#include "t.h"

/* An ordinary thread cannot lock it on glibc. */
static int other_try(pthread_mutex_t *m)
{
	struct t_thread t;
	t_start_fifo(&t, 5, t_try_body, m);
	return (int)(long)t_join(&t);
}

int main(void)
{
	pthread_mutex_t m;
	int old = -1, now = -1;
	t_fifo(5);
	t_mutex_protect(&m, PTHREAD_MUTEX_ERRORCHECK, 20);
	OK(pthread_mutex_lock(&m));
	EQ(pthread_mutex_setprioceiling(&m, 30, &old), EDEADLK);
	OK(pthread_mutex_getprioceiling(&m, &now));
	EQ(now, 20);
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_unlock(&m), EPERM);
	t_mutex_protect(&m, PTHREAD_MUTEX_RECURSIVE, 20);
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_setprioceiling(&m, 30, &old));
	EQ(old, 20);
	OK(pthread_mutex_getprioceiling(&m, &now));
	EQ(now, 30);
	EQ(other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_unlock(&m), EPERM);
	OK(other_try(&m));
	OK(pthread_mutex_destroy(&m));
	return 0;
}
