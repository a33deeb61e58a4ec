/* Release and block are one step: a signal that is sent under the mutex after the waiter gave it up is
 * never missed. Two threads hand a turn to each other, every kind of mutex. */
#include "t.h"

enum { TURNS = 400 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int turn;

static void *player(void *v)
{
	int me = (int)(long)v;
	OK(pthread_mutex_lock(m));
	for (int i = 0; i < TURNS; i++) {
		while (turn != me)
			OK(pthread_cond_wait(c, m));
		turn = !me;
		OK(pthread_cond_signal(c));
	}
	OK(pthread_mutex_unlock(m));
	return NULL;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[2];
		pthread_condattr_t a;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		turn = 0;
		for (long i = 0; i < 2; i++)
			t_start(&t[i], player, (void *)i);
		for (int i = 0; i < 2; i++)
			t_join(&t[i]);
	}
	return 0;
}
