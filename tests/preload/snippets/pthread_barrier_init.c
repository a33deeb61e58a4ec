/* Makes a barrier of what was in the memory, for the given number; EINVAL for none. */
#include "barrier.h"
#include "snippet.h"
SYMBOL(pthread_barrier_init)

static void body(void)
{
	pthread_barrier_t b;
	struct t_thread t;
	EQ(THIS(&b, NULL, 0), EINVAL);
	memset(&b, 0x5a, sizeof b);
	OK(THIS(&b, NULL, 2));
	t_start(&t, barrier_waiter, &b);
	t_blocked(&t);
	EQ(barrier_pass(&b) + (long)t_join(&t), 1);
	OK(pthread_barrier_destroy(&b));
}
