/* A parallel release is bounded: a waiter that has been overtaken 16 times is handed the lock. On one CPU, where
 * the woken waiter runs when the real-time thread that overtook it sleeps. */
#include "queries.h"

static pthread_mutex_t m;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

/* How often the lock can be taken back from under a woken waiter. */
static int overtake(void)
{
	struct t_thread t;
	OK(pthread_mutex_lock(&m));
	t_start_fifo(&t, 0, locker, NULL);
	for (int n = 0;; n++) {
		t_blocked(&t); /* it has looked, in vain, and waits again */
		OK(pthread_mutex_unlock(&m));
		int r = pthread_mutex_trylock(&m);
		if (r == EBUSY) {
			EQ(ASK(getowner, &m), t.tid);
			t_join(&t);
			return n;
		}
		OK(r);
		TRUE(n < 100);
	}
}

int main(void)
{
	t_fifo(50);
	t_pin();
	OK(pthread_mutex_init(&m, NULL));
	OK(fusyn_mutex_setunlock(&m, FUSYN_UNLOCK_PARALLEL));
	EQ(overtake(), 16);
	OK(fusyn_mutex_setunlock(&m, FUSYN_UNLOCK_SERIAL));
	EQ(overtake(), 0);
	return 0;
}
