/* No byte outside the barrier is written. */
#include "barrier.h"

struct area {
	unsigned long before;
	pthread_barrier_t b;
	unsigned long after;
};

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		struct area *a = t_shared(4096);
		struct t_thread t;
		pthread_barrierattr_t attr;
		OK(pthread_barrierattr_init(&attr));
		OK(pthread_barrierattr_setpshared(&attr, shared));
		memset(a, 0xa5, sizeof *a);
		OK(pthread_barrier_init(&a->b, &attr, 2));
		t_start(&t, barrier_waiter, &a->b);
		t_blocked(&t);
		barrier_pass(&a->b);
		t_join(&t);
		OK(pthread_barrier_destroy(&a->b));
		TRUE(a->before == 0xa5a5a5a5a5a5a5a5 && a->after == 0xa5a5a5a5a5a5a5a5);
	}
	return 0;
}
