/* Woken before the deadline it returns 0, on both clocks, also for shared condvars. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static clockid_t used;
static int go;

static void *waiter(void *v)
{
	struct timespec end = t_in(used, 15000);
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(pthread_cond_clockwait(c, &m, used, &end));
	OK(pthread_mutex_unlock(&m));
	return v;
}

int main(void)
{
	for (int i = 0; i < 4; i++) {
		struct t_thread t;
		pthread_condattr_t a;
		c = t_shared(sizeof *c);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, i & 1));
		OK(pthread_cond_init(c, &a));
		used = i & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
		go = 0;
		t_start(&t, waiter, NULL);
		t_blocked(&t);
		OK(pthread_mutex_lock(&m));
		go = 1;
		OK(pthread_cond_signal(c));
		OK(pthread_mutex_unlock(&m));
		t_join(&t);
	}
	return 0;
}
