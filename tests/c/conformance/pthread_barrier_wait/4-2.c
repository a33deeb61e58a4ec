/* A process that is killed while it waits at a shared barrier has arrived: the others pass when the rest
 * has come, and the next rounds need its place filled. */
#include "barrier.h"

static void child(void *b) { barrier_pass(b); }

int main(void)
{
	pthread_barrier_t *b = barrier_make(1, 3);
	for (int round = 0; round < 20; round++) {
		pid_t victim = t_fork(child, b);
		t_blocked_process(victim);
		t_kill(victim);
		pid_t other = t_fork(child, b);
		t_blocked_process(other);
		EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
		t_reap(other);
	}
	OK(pthread_barrier_destroy(b));
	return 0;
}
