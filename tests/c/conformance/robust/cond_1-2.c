/* The mutex becomes not recoverable while threads wait on a condvar with it: ENOTRECOVERABLE, and the
 * mutex is not held. */
#include "death.h"

static struct death *d;
static int waiting;

static void *waiter(void *v)
{
	int r;
	OK(pthread_mutex_lock(&d->m));
	waiting++;
	while ((r = pthread_cond_wait(&d->c, &d->m)) == 0)
		;
	EQ(r, ENOTRECOVERABLE);
	EQ(pthread_mutex_unlock(&d->m), EPERM);
	return v;
}

int main(void)
{
	EACH_ROBUST(k) {
		struct t_thread t[3];
		d = death_new(k);
		waiting = 0;
		for (int i = 0; i < 3; i++) {
			t_start(&t[i], waiter, NULL);
			t_blocked(&t[i]);
		}
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		EQ(waiting, 3);
		OK(pthread_mutex_unlock(&d->m));
		OK(pthread_cond_broadcast(&d->c));
		for (int i = 0; i < 3; i++)
			t_join(&t[i]);
	}
	return 0;
}
