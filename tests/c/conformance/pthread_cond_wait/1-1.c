/* wait releases the mutex while it blocks and holds it on return: every kind of mutex, private and
 * shared condvars. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(c, m));
	EQ(t_other_try(m), EBUSY);
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		pthread_condattr_t a;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		go = 0;
		t_start(&t, waiter, NULL);
		t_blocked(&t);
		OK(pthread_mutex_trylock(m)); /* released while it waits */
		go = 1;
		OK(pthread_cond_signal(c));
		t_blocked(&t); /* woken, it waits for the mutex */
		OK(pthread_mutex_unlock(m));
		t_join(&t);
		OK(t_other_try(m));
		OK(pthread_cond_destroy(c));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
