/* Objects at addresses that are multiples of 4 only, as packed structures and sloppy allocators make
 * them: every kind works, contended, robust and through condvars. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int go, count;

static void *user(void *v)
{
	for (int i = 0; i < 300; i++) {
		OK(pthread_mutex_lock(m));
		count++;
		OK(pthread_mutex_unlock(m));
	}
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(c, m));
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *mortal(void *v)
{
	OK(pthread_mutex_lock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[4];
		pthread_condattr_t a;
		char *page = t_shared(4096);
		uintptr_t at = (uintptr_t)page + 60; /* over a cache line's end too */
		m = (pthread_mutex_t *)at;
		c = (pthread_cond_t *)(at + 512);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		go = count = 0;
		for (int i = 0; i < 4; i++)
			t_start(&t[i], user, NULL);
		UNTIL(({
			OK(pthread_mutex_lock(m));
			int n = count;
			OK(pthread_mutex_unlock(m));
			n == 1200;
		}));
		for (int i = 0; i < 4; i++)
			t_blocked(&t[i]);
		OK(pthread_mutex_lock(m));
		go = 1;
		OK(pthread_cond_signal(c));
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < 4; i++)
			t_join(&t[i]);
		if (k.robust == PTHREAD_MUTEX_ROBUST) {
			t_start(&t[0], mortal, NULL);
			t_join(&t[0]);
			EQ(pthread_mutex_lock(m), EOWNERDEAD);
			OK(pthread_mutex_consistent(m));
			OK(pthread_mutex_unlock(m));
		}
		OK(pthread_cond_destroy(c));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
