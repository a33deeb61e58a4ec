/* A mixture: private mutex with shared condvar, shared mutex with private condvar. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(c, m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[3];
		pthread_condattr_t a;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, !k.shared));
		OK(pthread_cond_init(c, &a));
		go = 0;
		for (int i = 0; i < 3; i++) {
			t_start(&t[i], waiter, NULL);
			t_blocked(&t[i]);
		}
		OK(pthread_mutex_lock(m));
		go = 1;
		OK(pthread_cond_signal(c));
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < 3; i++)
			t_join(&t[i]);
	}
	return 0;
}
