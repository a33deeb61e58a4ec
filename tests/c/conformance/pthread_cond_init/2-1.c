/* Each combination of attributes over garbage; destroyed, it can be initialised again with others. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(pthread_cond_wait(c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

int main(void)
{
	c = t_shared(sizeof *c);
	memset(c, 0x7f, sizeof *c);
	for (int i = 0; i < 12; i++) {
		pthread_condattr_t a;
		struct t_thread t[3];
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, i & 1));
		OK(pthread_condattr_setclock(&a, i & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME));
		OK(pthread_cond_init(c, &a));
		go = 0;
		for (int j = 0; j < 3; j++) {
			t_start(&t[j], waiter, NULL);
			t_blocked(&t[j]);
		}
		OK(pthread_mutex_lock(&m));
		go = 1;
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(&m));
		for (int j = 0; j < 3; j++)
			t_join(&t[j]);
		OK(pthread_cond_destroy(c));
	}
	return 0;
}
