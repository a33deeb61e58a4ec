/* trylock wins often enough in a storm: nothing is lost and no lock is left behind. */
#include "t.h"

static pthread_mutex_t *m;
static volatile long count;
static long wins;

static void *trier(void *v)
{
	t_gate_wait();
	for (int i = 0; i < 3000; i++) {
		int r = pthread_mutex_trylock(m);
		if (r == EBUSY)
			continue;
		OK(r);
		count = count + 1;
		OK(pthread_mutex_unlock(m));
		ADD(wins, 1);
	}
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[3];
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		count = 0;
		t_gate_close();
		STORE(wins, 0);
		for (int i = 0; i < 3; i++)
			t_start(&t[i], trier, NULL);
		t_gate_open();
		for (int i = 0; i < 3; i++)
			t_join(&t[i]);
		EQ(count, LOAD(wins));
		TRUE(count > 0);
		OK(t_other_try(m));
	}
	return 0;
}
