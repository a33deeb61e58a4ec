/* A signal without a waiter has no effect: it is not kept for one that comes later. */
#include "t.h"

int main(void)
{
	int spurious = 0;
	for (int i = 0; i < 40; i++) {
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		if (i & 1)
			OK(pthread_cond_signal(&c));
		else
			OK(pthread_cond_broadcast(&c));
		OK(pthread_mutex_lock(&m));
		struct timespec end = t_in(CLOCK_REALTIME, 5);
		int r = pthread_cond_timedwait(&c, &m, &end);
		EITHER(r, 0, ETIMEDOUT);
		spurious += r == 0;
		OK(pthread_mutex_unlock(&m));
	}
	TRUE(spurious < 10); /* a spurious wake-up is allowed, a remembered signal would be 40 */
	return 0;
}
