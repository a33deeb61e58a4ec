/* A shared barrier works between processes, at different addresses. */
#include "barrier.h"

enum { CHILDREN = 4, ROUNDS = 100 };
static void child(void *v)
{
	pthread_barrier_t *b = mremap(v, 0, 4096, MREMAP_MAYMOVE);
	TRUE(b != MAP_FAILED && b != v);
	int *came = (int *)(b + 1), *special = came + 1;
	for (int round = 1; round <= ROUNDS; round++) {
		ADD(*came, 1);
		if (barrier_pass(b))
			ADD(*special, 1);
		int n = LOAD(*came);
		TRUE(n >= round * CHILDREN && n < (round + 1) * CHILDREN);
	}
}

int main(void)
{
	pthread_barrier_t *b = barrier_make(1, CHILDREN);
	pid_t pid[CHILDREN];
	for (int i = 0; i < CHILDREN; i++)
		pid[i] = t_fork(child, b);
	for (int i = 0; i < CHILDREN; i++)
		t_reap(pid[i]);
	EQ(((int *)(b + 1))[1], ROUNDS);
	OK(pthread_barrier_destroy(b));
	return 0;
}
