/* A signal that is caught while lock waits does not end the wait: no EINTR, and the lock is got. */
#include "t.h"

static pthread_mutex_t *m;
static int handled, got;

static void handler(int s) { (void)s; ADD(handled, 1); }

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(got, 1);
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
		STORE(handled, 0);
		STORE(got, 0);
		OK(pthread_mutex_lock(m));
		t_start(&t, locker, NULL);
		t_blocked(&t);
		for (int i = 1; i <= 3; i++) {
			OK(pthread_kill(t.handle, SIGUSR1));
			UNTIL(LOAD(handled) == i);
			t_blocked(&t);
		}
		EQ(LOAD(got), 0);
		OK(pthread_mutex_unlock(m));
		t_join(&t);
	}
	return 0;
}
