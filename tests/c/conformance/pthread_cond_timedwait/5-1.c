/* Caught signals neither end a timed wait with an error nor move its deadline. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int handled, over;

static void handler(int s) { (void)s; ADD(handled, 1); }

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	struct timespec end = t_in(CLOCK_REALTIME, 40);
	double start = t_now();
	int r;
	while ((r = pthread_cond_timedwait(&c, m, &end)) == 0)
		;
	EQ(r, ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	TRUE(t_now() - start < 2);
	OK(pthread_mutex_unlock(m));
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
		t_start(&t, waiter, NULL);
		while (!LOAD(over)) {
			pthread_kill(t.handle, SIGUSR1);
			t_pause_us(1000);
		}
		t_join(&t);
		TRUE(LOAD(handled) > 0);
	}
	return 0;
}
