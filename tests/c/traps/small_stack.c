/* Every operation fits into the smallest stack that a thread may have, with a signal handler on top. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t *c, other = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t other_m = PTHREAD_MUTEX_INITIALIZER;
static int go, handled;

static void handler(int s)
{
	(void)s;
	ADD(handled, 1);
	if (pthread_mutex_trylock(&other_m) == 0)
		OK(pthread_mutex_unlock(&other_m));
	OK(pthread_cond_signal(&other));
}

static void *small(void *v)
{
	struct timespec soon = t_in(CLOCK_MONOTONIC, 2);
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(c, m));
	OK(pthread_mutex_unlock(m));
	int r = pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &soon);
	EITHER(r, 0, ETIMEDOUT);
	if (r == 0)
		OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	pthread_attr_t attr;
	OK(sigaction(SIGUSR1, &action, NULL));
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, (size_t)sysconf(_SC_THREAD_STACK_MIN)));
	EACH_KIND(k) {
		pthread_t t[4];
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_cond_init(c, NULL));
		go = 0;
		for (int i = 0; i < 4; i++)
			OK(pthread_create(&t[i], &attr, small, NULL));
		for (int j = 0; j < 20; j++)
			for (int i = 0; i < 4; i++) {
				OK(pthread_kill(t[i], SIGUSR1));
				t_pause_us(10);
			}
		OK(pthread_mutex_lock(m));
		go = 1;
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < 4; i++)
			OK(pthread_join(t[i], NULL));
	}
	return 0;
}
