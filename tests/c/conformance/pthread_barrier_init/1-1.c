/* Count 0, a count that cannot be, and attributes that are none are EINVAL. */
#include "t.h"

int main(void)
{
	pthread_barrier_t b;
	pthread_barrierattr_t a;
	EQ(pthread_barrier_init(&b, NULL, 0), EINVAL);
	EQ(pthread_barrier_init(&b, NULL, 0x80000000u), EINVAL);
	OK(pthread_barrierattr_init(&a));
	for (int shared = 0; shared < 2; shared++) {
		OK(pthread_barrierattr_setpshared(&a, shared));
		EQ(pthread_barrier_init(&b, &a, 0), EINVAL);
		OK(pthread_barrier_init(&b, &a, 1));
		EQ(pthread_barrier_wait(&b), PTHREAD_BARRIER_SERIAL_THREAD);
		EQ(pthread_barrier_wait(&b), PTHREAD_BARRIER_SERIAL_THREAD);
		OK(pthread_barrier_destroy(&b));
	}
	OK(pthread_barrierattr_destroy(&a));
	return 0;
}
