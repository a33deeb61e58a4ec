/* Blocks until all have come; one of them gets the special value, in each round. */
#include "barrier.h"
#include "snippet.h"
SYMBOL(pthread_barrier_wait)

enum { THREADS = 3 };
static pthread_barrier_t b;

static void *waiter(void *v)
{
	int r = THIS(&b);
	EITHER(r, 0, PTHREAD_BARRIER_SERIAL_THREAD);
	(void)v;
	return (void *)(long)(r == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void body(void)
{
	OK(pthread_barrier_init(&b, NULL, THREADS));
	for (int round = 0; round < 3; round++) {
		struct t_thread t[THREADS - 1];
		for (int i = 0; i < THREADS - 1; i++) {
			t_start(&t[i], waiter, NULL);
			t_blocked(&t[i]);
		}
		long special = (long)waiter(NULL);
		for (int i = 0; i < THREADS - 1; i++)
			special += (long)t_join(&t[i]);
		EQ(special, 1);
	}
	OK(pthread_barrier_destroy(&b));
}
