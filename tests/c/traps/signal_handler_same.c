/* A handler that signals and broadcasts the very condvar on which the interrupted thread is calling
 * signal and broadcast. POSIX does not allow it; programs do it; it must not hang. */
// limit: 6
#include "t.h"

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int handled, stop;

static void handler(int s)
{
	(void)s;
	ADD(handled, 1);
	OK(pthread_cond_signal(&c));
	OK(pthread_cond_broadcast(&c));
}

static void *waiter(void *v)
{
	while (!LOAD(stop)) {
		struct timespec end = t_in(CLOCK_REALTIME, 20);
		OK(pthread_mutex_lock(&m));
		int r = pthread_cond_timedwait(&c, &m, &end);
		EITHER(r, 0, ETIMEDOUT);
		OK(pthread_mutex_unlock(&m));
	}
	return v;
}

static void *gunner(void *target)
{
	while (!LOAD(stop)) {
		pthread_kill(*(pthread_t *)target, SIGUSR1);
		t_pause_us(20);
	}
	return NULL;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	struct t_thread w[3], g;
	pthread_t self = pthread_self();
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int i = 0; i < 3; i++)
		t_start(&w[i], waiter, NULL);
	t_start(&g, gunner, &self);
	double end = t_now() + 1.5;
	while (t_now() < end)
		for (int i = 0; i < 100; i++) {
			OK(pthread_cond_signal(&c));
			OK(pthread_cond_broadcast(&c));
		}
	STORE(stop, 1);
	t_join(&g);
	for (int i = 0; i < 3; i++)
		t_join(&w[i]);
	TRUE(LOAD(handled) > 100);
	return 0;
}
