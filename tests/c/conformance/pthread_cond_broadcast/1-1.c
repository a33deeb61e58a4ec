/* broadcast wakes every thread that waits, with the mutex held by the caller and without; each returns
 * holding the mutex, one at a time. */
#include "t.h"

enum { N = 8 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int go, inside, done;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(c, m));
	EQ(ADD(inside, 1), 1);
	sched_yield();
	ADD(inside, -1);
	done++;
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k)
		for (int held = 0; held < 2; held++) {
			struct t_thread t[N];
			pthread_condattr_t a;
			m = t_shared(sizeof *m);
			c = t_shared(sizeof *c);
			t_mutex(m, k);
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, k.shared));
			OK(pthread_cond_init(c, &a));
			go = done = 0;
			for (int i = 0; i < N; i++)
				t_start(&t[i], waiter, NULL);
			for (int i = 0; i < N; i++)
				t_blocked(&t[i]);
			OK(pthread_mutex_lock(m));
			go = 1;
			if (held)
				OK(pthread_cond_broadcast(c));
			OK(pthread_mutex_unlock(m));
			if (!held)
				OK(pthread_cond_broadcast(c));
			for (int i = 0; i < N; i++)
				t_join(&t[i]);
			EQ(done, N);
			OK(pthread_cond_destroy(c));
			OK(pthread_mutex_destroy(m));
		}
	return 0;
}
