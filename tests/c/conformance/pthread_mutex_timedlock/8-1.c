/* Release and deadline at the same instant, many times: got or timed out, never both, never neither. */
#include "t.h"

enum { ROUNDS = 60 };
static pthread_mutex_t *m;
static struct timespec end;

static void *waiter(void *v)
{
	int r = pthread_mutex_timedlock(m, &end);
	EITHER(r, 0, ETIMEDOUT);
	if (r == 0)
		OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread t;
			OK(pthread_mutex_lock(m));
			end = t_in(CLOCK_REALTIME, 1);
			t_start(&t, waiter, NULL);
			while (!t_passed(CLOCK_REALTIME, end))
				;
			OK(pthread_mutex_unlock(m));
			t_join(&t);
			OK(pthread_mutex_trylock(m));
			OK(pthread_mutex_unlock(m));
		}
	}
	return 0;
}
