/* A waiter whose time runs out takes no signal with it: the one that still waits gets the next signal. */
#include "t.h"

enum { ROUNDS = 100 };
static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens, waiting;

static void *patient(void *v)
{
	OK(pthread_mutex_lock(m));
	waiting++;
	while (!tokens)
		OK(pthread_cond_wait(&c, m));
	tokens--;
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *hasty(void *v)
{
	OK(pthread_mutex_lock(m));
	waiting++;
	struct timespec end = t_in(CLOCK_REALTIME, 2);
	int r = 0;
	while (!tokens && !r)
		r = pthread_cond_timedwait(&c, m, &end);
	if (tokens) {
		tokens--;
		OK(pthread_mutex_unlock(m));
		return m; /* had a token */
	}
	EQ(r, ETIMEDOUT);
	OK(pthread_mutex_unlock(m));
	return v;
}

static int ready(void)
{
	OK(pthread_mutex_lock(m));
	int n = waiting;
	OK(pthread_mutex_unlock(m));
	return n == 2;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread h, p;
			tokens = waiting = 0;
			t_start(&h, hasty, NULL);
			t_start(&p, patient, NULL);
			UNTIL(ready());
			t_pause_us(1000 + i * 20); /* about when the time runs out */
			OK(pthread_mutex_lock(m));
			tokens = 1;
			OK(pthread_cond_signal(&c));
			OK(pthread_mutex_unlock(m));
			if (t_join(&h)) {
				OK(pthread_mutex_lock(m));
				tokens = 1;
				OK(pthread_cond_signal(&c));
				OK(pthread_mutex_unlock(m));
			}
			t_join(&p);
		}
	}
	return 0;
}
