/* Waiters with deadlines among the woken: each returns 0 or ETIMEDOUT with the mutex, none is lost. */
#include "t.h"

enum { N = 8, ROUNDS = 40 };
static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, done;

static void *waiter(void *v)
{
	long i = (long)v;
	OK(pthread_mutex_lock(m));
	struct timespec end = t_in(CLOCK_REALTIME, i & 1 ? 2 : 20000);
	int r = 0;
	while (!go && r == 0)
		r = pthread_cond_timedwait(&c, m, &end);
	TRUE(r == 0 || (r == ETIMEDOUT && i & 1));
	while (!go)
		OK(pthread_cond_wait(&c, m));
	done++;
	OK(pthread_mutex_unlock(m));
	return NULL;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int round = 0; round < ROUNDS; round++) {
			struct t_thread t[N];
			go = done = 0;
			for (long i = 0; i < N; i++)
				t_start(&t[i], waiter, (void *)i);
			t_pause_us(round * 100); /* before, at and after the short deadlines */
			OK(pthread_mutex_lock(m));
			go = 1;
			OK(pthread_cond_broadcast(&c));
			OK(pthread_mutex_unlock(m));
			for (int i = 0; i < N; i++)
				t_join(&t[i]);
			EQ(done, N);
		}
	}
	return 0;
}
