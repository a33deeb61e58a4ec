/* A destroyed barrier, one that never was, and a null pointer are EINVAL; it may be initialised again. */
#include "barrier.h"

int main(void)
{
	pthread_barrier_t zeroed, *volatile null = NULL;
	for (int shared = 0; shared < 2; shared++) {
		pthread_barrier_t *b = barrier_make(shared, 1);
		OK(pthread_barrier_destroy(b));
		EQ(pthread_barrier_wait(b), EINVAL);
		EQ(pthread_barrier_destroy(b), EINVAL);
		OK(pthread_barrier_init(b, NULL, 1));
		EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
		OK(pthread_barrier_destroy(b));
	}
	memset(&zeroed, 0, sizeof zeroed);
	EQ(pthread_barrier_wait(&zeroed), EINVAL);
	EQ(pthread_barrier_wait(null), EINVAL);
	EQ(pthread_barrier_destroy(null), EINVAL);
	EQ(pthread_barrier_init(null, NULL, 1), EINVAL);
	return 0;
}
