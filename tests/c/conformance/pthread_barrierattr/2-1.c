/* Values that are none are EINVAL and change nothing; what is done to the attributes after it does not change
 * the barrier. */
#include "barrier.h"

int main(void)
{
	static const int bad[] = { -1, 2, 128, INT_MAX, INT_MIN };
	for (int shared = 0; shared < 2; shared++) {
		pthread_barrierattr_t a;
		pthread_barrier_t *b = t_shared(sizeof *b);
		struct t_thread t;
		int v = -1;
		OK(pthread_barrierattr_init(&a));
		OK(pthread_barrierattr_setpshared(&a, shared));
		for (int i = 0; i < 5; i++)
			EQ(pthread_barrierattr_setpshared(&a, bad[i]), EINVAL);
		OK(pthread_barrierattr_getpshared(&a, &v));
		EQ(v, shared);
		OK(pthread_barrier_init(b, &a, 2));
		OK(pthread_barrierattr_setpshared(&a, !shared));
		OK(pthread_barrierattr_destroy(&a));
		memset(&a, 0xff, sizeof a);
		t_start(&t, barrier_waiter, b);
		t_blocked(&t);
		EQ(barrier_pass(b) + (long)t_join(&t), 1);
		OK(pthread_barrier_destroy(b));
	}
	return 0;
}
