/* A barrier may be destroyed and unmapped as soon as one thread has returned, while the others are still
 * on their way out. */
#include "barrier.h"

enum { THREADS = 6, ROUNDS = 60 };

/* Whoever gets the special value destroys; a third of the rounds another one does. */
static pthread_barrier_t *b;
static int destroyed;
static void *runner(void *v)
{
	int special = barrier_pass(b), round = (int)(long)v;
	if (round % 3 ? special : 1)
		if (__atomic_exchange_n(&destroyed, 1, __ATOMIC_SEQ_CST) == 0) {
			OK(pthread_barrier_destroy(b));
			OK(munmap(b, 4096));
		}
	return NULL;
}

int main(void)
{
	for (int shared = 0; shared < 2; shared++)
		for (long round = 0; round < ROUNDS; round++) {
			struct t_thread t[THREADS];
			b = barrier_make(shared, THREADS);
			destroyed = 0;
			for (int i = 0; i < THREADS; i++)
				t_start(&t[i], runner, (void *)round);
			for (int i = 0; i < THREADS; i++)
				t_join(&t[i]);
			EQ(destroyed, 1);
		}
	return 0;
}
