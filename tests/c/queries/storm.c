/* Threads that lock, ask and change the unlock type all the time: exclusion holds, no answer is impossible, and
 * nobody is lost. Plain and inheriting. */
// limit: 40
#include "queries.h"

enum { THREADS = 6, ROUNDS = 3000 };
static pthread_mutex_t m;
static long counter;

static void *worker(void *v)
{
	unsigned seed = (unsigned)(long)v;
	t_gate_wait();
	for (int i = 0; i < ROUNDS; i++) {
		seed = seed * 1664525u + 1013904223u;
		OK(fusyn_mutex_setunlock(&m, (int)(seed >> 16) % 3));
		int waiters = ASK(haswaiters, &m), health = ASK(gethealth, &m), type = ASK(getunlock, &m);
		TRUE(waiters == 0 || waiters == 1);
		TRUE(health == FUSYN_HEALTHY && type >= 0 && type < 3);
		OK(pthread_mutex_lock(&m));
		EQ(ASK(getowner, &m), t_gettid());
		EQ(ASK(islocked, &m), 1);
		counter++;
		OK(pthread_mutex_unlock(&m));
		TRUE(ASK(getowner, &m) != t_gettid());
	}
	return v;
}

int main(void)
{
	struct t_thread t[THREADS];
	for (int inherit = 0; inherit < 2; inherit++) {
		t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, inherit, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		t_gate_close();
		counter = 0;
		for (long i = 0; i < THREADS; i++)
			t_start(&t[i], worker, (void *)i);
		t_gate_open();
		for (int i = 0; i < THREADS; i++)
			t_join(&t[i]);
		EQ(counter, (long)THREADS * ROUNDS);
		EQ(ASK(haswaiters, &m), 0);
		EQ(ASK(getowner, &m), 0);
		OK(pthread_mutex_destroy(&m));
	}
	return 0;
}
