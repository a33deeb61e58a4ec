/* A null pointer is EINVAL for every function of mutexes. */
#include "t.h"

int main(void)
{
	pthread_mutex_t *volatile m = NULL;
	struct timespec end = t_in(CLOCK_REALTIME, 1000);
	int v;
	EQ(pthread_mutex_init(m, NULL), EINVAL);
	EQ(pthread_mutex_destroy(m), EINVAL);
	EQ(pthread_mutex_lock(m), EINVAL);
	EQ(pthread_mutex_trylock(m), EINVAL);
	EQ(pthread_mutex_timedlock(m, &end), EINVAL);
	EQ(pthread_mutex_clocklock(m, CLOCK_REALTIME, &end), EINVAL);
	EQ(pthread_mutex_unlock(m), EINVAL);
	EQ(pthread_mutex_consistent(m), EINVAL);
	EQ(pthread_mutex_getprioceiling(m, &v), EINVAL);
	EQ(pthread_mutex_setprioceiling(m, 10, &v), EINVAL);
	return 0;
}
