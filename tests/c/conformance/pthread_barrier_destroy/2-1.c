/* Destroy while a thread waits is EBUSY, and the barrier goes on working. */
#include "barrier.h"

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		pthread_barrier_t *b = barrier_make(shared, 2);
		struct t_thread t;
		t_start(&t, barrier_waiter, b);
		t_blocked(&t);
		EQ(pthread_barrier_destroy(b), EBUSY);
		EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
		t_join(&t);
		OK(pthread_barrier_destroy(b));
	}
	return 0;
}
