/* Rounds follow each other at once: nobody passes twice in a round, is left in an old one, or steals the
 * wake of another; each round has one special value. */
// limit: 20
#include "barrier.h"

enum { THREADS = 9, ROUNDS = 400 };
static pthread_barrier_t *b;
static int came, special;

static void *runner(void *v)
{
	for (int round = 1; round <= ROUNDS; round++) {
		ADD(came, 1);
		if (barrier_pass(b))
			ADD(special, 1);
		int n = LOAD(came);
		if (n < round * THREADS || n >= (round + 1) * THREADS)
			FAIL("%d came in round %d", n, round);
	}
	return v;
}

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		struct t_thread t[THREADS];
		b = barrier_make(shared, THREADS);
		came = special = 0;
		for (int i = 0; i < THREADS; i++)
			t_start(&t[i], runner, NULL);
		for (int i = 0; i < THREADS; i++)
			t_join(&t[i]);
		EQ(special, ROUNDS);
		OK(pthread_barrier_destroy(b));
	}
	return 0;
}
