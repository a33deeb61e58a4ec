/* Woken before the deadline it returns 0; a far deadline (the end of time) waits. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	struct timespec far = { LONG_MAX, 999999999 }, near = t_in(CLOCK_REALTIME, 15000);
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_timedwait(&c, m, v ? &far : &near));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

int main(void)
{
	EACH_KIND(k)
		for (long far = 0; far < 2; far++) {
			struct t_thread t;
			m = t_shared(sizeof *m);
			t_mutex(m, k);
			go = 0;
			t_start(&t, waiter, (void *)far);
			t_blocked(&t);
			OK(pthread_mutex_lock(m));
			go = 1;
			OK(pthread_cond_signal(&c));
			OK(pthread_mutex_unlock(m));
			t_join(&t);
		}
	return 0;
}
