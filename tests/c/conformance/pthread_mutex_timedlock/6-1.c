/* Caught signals neither end the wait nor move the deadline. */
#include "t.h"

static pthread_mutex_t *m;
static int handled, over;

static void handler(int s) { (void)s; ADD(handled, 1); }

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 60);
	double start = t_now();
	EQ(pthread_mutex_timedlock(m, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	TRUE(t_now() - start < 2);
	STORE(over, 1);
	return v;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		STORE(over, 0);
		STORE(handled, 0);
		OK(pthread_mutex_lock(m));
		t_start(&t, waiter, NULL);
		while (!LOAD(over)) {
			pthread_kill(t.handle, SIGUSR1);
			t_pause_us(1000);
		}
		t_join(&t);
		TRUE(LOAD(handled) > 0);
		OK(pthread_mutex_unlock(m));
	}
	return 0;
}
