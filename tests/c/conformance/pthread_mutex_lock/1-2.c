/* At most one thread owns the mutex: four threads count under it, every kind. */
#include "t.h"

enum { THREADS = 4, ROUNDS = 5000 };
static pthread_mutex_t *m;
static volatile long count;
static int inside;

static void *counter(void *v)
{
	t_gate_wait();
	for (int i = 0; i < ROUNDS; i++) {
		OK(pthread_mutex_lock(m));
		EQ(ADD(inside, 1), 1);
		count = count + 1;
		ADD(inside, -1);
		OK(pthread_mutex_unlock(m));
	}
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[THREADS];
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		count = 0;
		t_gate_close();
		for (int i = 0; i < THREADS; i++)
			t_start(&t[i], counter, NULL);
		t_gate_open();
		for (int i = 0; i < THREADS; i++)
			t_join(&t[i]);
		EQ(count, THREADS * ROUNDS);
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
