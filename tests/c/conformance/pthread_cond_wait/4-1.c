/* Caught signals: the wait goes on or returns 0, never EINTR, and the mutex is held on return. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, handled;

static void handler(int s) { (void)s; ADD(handled, 1); }

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!go) {
		OK(pthread_cond_wait(&c, m));
		EQ(t_other_try(m), EBUSY);
	}
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		go = 0;
		STORE(handled, 0);
		t_start(&t, waiter, NULL);
		t_blocked(&t);
		for (int i = 1; i <= 5; i++) {
			OK(pthread_kill(t.handle, SIGUSR1));
			UNTIL(LOAD(handled) == i);
		}
		OK(pthread_mutex_lock(m));
		go = 1;
		OK(pthread_cond_signal(&c));
		OK(pthread_mutex_unlock(m));
		t_join(&t);
	}
	return 0;
}
