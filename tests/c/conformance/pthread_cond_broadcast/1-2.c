/* Threads that wait again after a broadcast need another one: rounds in lockstep, nobody left out. */
#include "t.h"

enum { N = 5, ROUNDS = 200 };
static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, back = PTHREAD_COND_INITIALIZER;
static int round_no, arrived;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	for (int i = 1; i <= ROUNDS; i++) {
		if (++arrived == N)
			OK(pthread_cond_signal(&back));
		while (round_no < i)
			OK(pthread_cond_wait(&c, m));
		EQ(round_no, i);
	}
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[N];
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		round_no = arrived = 0;
		for (int i = 0; i < N; i++)
			t_start(&t[i], waiter, NULL);
		OK(pthread_mutex_lock(m));
		for (int i = 1; i <= ROUNDS; i++) {
			while (arrived < N)
				OK(pthread_cond_wait(&back, m));
			arrived = 0;
			round_no = i;
			OK(pthread_cond_broadcast(&c));
		}
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < N; i++)
			t_join(&t[i]);
	}
	return 0;
}
