/* Nobody passes before the last has come, all pass then, and one of them gets the special value. */
#include "barrier.h"

enum { THREADS = 20 };

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		pthread_barrier_t *b = barrier_make(shared, THREADS);
		struct t_thread t[THREADS - 1];
		for (int i = 0; i < THREADS - 1; i++) {
			t_start(&t[i], barrier_waiter, b);
			t_blocked(&t[i]);
		}
		for (int i = 0; i < THREADS - 1; i++)
			TRUE(t_is_blocked_in(getpid(), t[i].tid));
		long special = barrier_pass(b);
		for (int i = 0; i < THREADS - 1; i++)
			special += (long)t_join(&t[i]);
		EQ(special, 1);
		OK(pthread_barrier_destroy(b));
		OK(munmap(b, 4096));
	}
	return 0;
}
