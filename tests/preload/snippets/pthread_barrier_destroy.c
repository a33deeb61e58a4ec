/* Gives 0, also right after a wait; the barrier can be initialised again. With fusyn it is none until then. */
#include "barrier.h"
#include "snippet.h"
SYMBOL(pthread_barrier_destroy)

static void body(void)
{
	pthread_barrier_t b;
	for (int i = 0; i < 3; i++) {
		struct t_thread t;
		OK(pthread_barrier_init(&b, NULL, 2));
		t_start(&t, barrier_waiter, &b);
		barrier_pass(&b);
		OK(THIS(&b));
		if (s_ours)
			EQ(pthread_barrier_wait(&b), EINVAL);
		t_join(&t);
	}
}
