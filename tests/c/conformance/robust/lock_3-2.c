/* Every thread that is blocked when the mutex becomes not recoverable gets ENOTRECOVERABLE. */
#include "death.h"

static struct death *d;
static int lost;

static void *locker(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 3000);
	EQ(v ? pthread_mutex_timedlock(&d->m, &end) : pthread_mutex_lock(&d->m), ENOTRECOVERABLE);
	ADD(lost, 1);
	return NULL;
}

int main(void)
{
	EACH_ROBUST(k) {
		struct t_thread t[4];
		d = death_new(k);
		STORE(lost, 0);
		death_of_owner(d, k.shared);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		for (long i = 0; i < 4; i++) {
			t_start(&t[i], locker, (void *)(i & 1));
			t_blocked(&t[i]);
		}
		EQ(lost, 0);
		OK(pthread_mutex_unlock(&d->m));
		for (int i = 0; i < 4; i++)
			t_join(&t[i]);
		EQ(lost, 4);
	}
	return 0;
}
