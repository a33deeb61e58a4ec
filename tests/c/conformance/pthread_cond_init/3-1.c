/* A null pointer is EINVAL for every function of condition variables; the mutex stays locked. */
#include "t.h"

int main(void)
{
	pthread_cond_t *volatile c = NULL;
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	struct timespec end = t_in(CLOCK_REALTIME, 1000);
	EQ(pthread_cond_init(c, NULL), EINVAL);
	EQ(pthread_cond_destroy(c), EINVAL);
	EQ(pthread_cond_signal(c), EINVAL);
	EQ(pthread_cond_broadcast(c), EINVAL);
	OK(pthread_mutex_lock(&m));
	EQ(pthread_cond_wait(c, &m), EINVAL);
	EQ(pthread_cond_timedwait(c, &m, &end), EINVAL);
	EQ(pthread_cond_clockwait(c, &m, CLOCK_REALTIME, &end), EINVAL);
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	return 0;
}
