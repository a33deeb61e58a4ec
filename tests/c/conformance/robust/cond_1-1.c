/* The owner of the mutex dies while a thread waits on a condvar with it: the wait returns EOWNERDEAD
 * with the mutex; each form of wait, with a signal and by its deadline. */
#include "death.h"

static struct death *d;
static int waiting;

static void *waiter(void *v)
{
	long form = (long)v;
	struct timespec real = t_in(CLOCK_REALTIME, form & 1 ? 30 : 15000);
	struct timespec mono = t_in(CLOCK_MONOTONIC, form & 1 ? 30 : 15000);
	OK(pthread_mutex_lock(&d->m));
	STORE(waiting, 1);
	int r = 0;
	while (r == 0 || r == ETIMEDOUT) {
		r = form < 2   ? pthread_cond_timedwait(&d->c, &d->m, &real)
		    : form < 4 ? pthread_cond_clockwait(&d->c, &d->m, CLOCK_MONOTONIC, &mono)
			       : pthread_cond_wait(&d->c, &d->m);
		if (r == ETIMEDOUT) /* woke before the owner came: it has not seen a death */
			FAIL("timed out without the owner's death");
	}
	EQ(r, EOWNERDEAD);
	OK(pthread_mutex_consistent(&d->m));
	OK(pthread_mutex_unlock(&d->m));
	return NULL;
}

int main(void)
{
	EACH_ROBUST(k)
		for (long form = 0; form < 5; form++) {
			struct t_thread t;
			struct owner o;
			d = death_new(k);
			STORE(waiting, 0);
			t_start(&t, waiter, (void *)form);
			UNTIL(LOAD(waiting));
			death_start(d, &o, k.shared);
			if (form & 1)
				t_pause_us(60000); /* lets the deadline pass: then the wait stands at the mutex */
			else
				OK(pthread_cond_signal(&d->c));
			t_blocked(&t);
			death_strike(d, &o);
			t_join(&t);
			death_is_healthy(d);
		}
	return 0;
}
