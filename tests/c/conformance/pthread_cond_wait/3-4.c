/* A null mutex is EINVAL for every form of wait, and nobody is left waiting. */
#include "t.h"

int main(void)
{
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_mutex_t *volatile m = NULL;
	struct timespec end = t_in(CLOCK_REALTIME, 1000);
	EQ(pthread_cond_wait(&c, m), EINVAL);
	EQ(pthread_cond_timedwait(&c, m, &end), EINVAL);
	EQ(pthread_cond_clockwait(&c, m, CLOCK_REALTIME, &end), EINVAL);
	OK(pthread_cond_broadcast(&c));
	OK(pthread_cond_destroy(&c));
	return 0;
}
