/* A signal wakes at least one thread that waited when it was sent: a thread that begins to wait later
 * (the signaller itself, in the same critical section) cannot take it. */
#include "t.h"

enum { ROUNDS = 2000 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, sent, woken;

static void *old(void *v)
{
	OK(pthread_mutex_lock(&m));
	waiting = 1;
	while (!sent)
		OK(pthread_cond_wait(&c, &m));
	woken = 1;
	OK(pthread_cond_signal(&c)); /* for the signaller, who waits by now */
	OK(pthread_mutex_unlock(&m));
	return v;
}

static int is_waiting(void)
{
	OK(pthread_mutex_lock(&m));
	int w = waiting;
	OK(pthread_mutex_unlock(&m));
	return w;
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct t_thread t;
		waiting = sent = woken = 0;
		t_start(&t, old, NULL);
		UNTIL(is_waiting());
		OK(pthread_mutex_lock(&m));
		sent = 1;
		OK(pthread_cond_signal(&c));
		struct timespec end = t_in(CLOCK_REALTIME, 5000);
		while (!woken)
			if (pthread_cond_timedwait(&c, &m, &end) == ETIMEDOUT && !woken)
				FAIL("round %d: the signal went to a thread that was not waiting yet", i);
		OK(pthread_mutex_unlock(&m));
		t_join(&t);
	}
	return 0;
}
