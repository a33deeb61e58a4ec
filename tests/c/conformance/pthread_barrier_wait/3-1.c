/* A signal handler does not end the wait, and neither does a cancellation, which stays pending. */
#include "barrier.h"

static int handled, passed;
static void handler(int sig) { (void)sig; ADD(handled, 1); }

static void *waiter(void *b)
{
	EQ(pthread_barrier_wait(b), 0);
	STORE(passed, 1);
	pthread_testcancel();
	FAIL("the cancellation was lost");
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int shared = 0; shared < 2; shared++) {
		pthread_barrier_t *b = barrier_make(shared, 2);
		struct t_thread t;
		handled = passed = 0;
		t_start(&t, waiter, b);
		t_blocked(&t);
		for (int i = 1; i <= 20; i++) {
			OK(pthread_kill(t.handle, SIGUSR1));
			UNTIL(LOAD(handled) == i);
		}
		OK(pthread_cancel(t.handle));
		t_blocked(&t);
		EQ(LOAD(passed), 0);
		EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
		TRUE(t_join(&t) == PTHREAD_CANCELED);
		EQ(passed, 1);
		OK(pthread_barrier_destroy(b));
	}
	return 0;
}
