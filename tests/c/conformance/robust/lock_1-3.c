/* A timed waiter whose owner dies gets EOWNERDEAD before its deadline. */
#include "death.h"

static struct death *d;

static void *locker(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 8000), mono = t_in(CLOCK_MONOTONIC, 8000);
	int r = v ? pthread_mutex_clocklock(&d->m, CLOCK_MONOTONIC, &mono) : pthread_mutex_timedlock(&d->m, &end);
	EQ(r, EOWNERDEAD);
	TRUE(!t_passed(CLOCK_MONOTONIC, mono));
	OK(pthread_mutex_consistent(&d->m));
	OK(pthread_mutex_unlock(&d->m));
	return v;
}

int main(void)
{
	EACH_ROBUST(k)
		for (long mono = 0; mono < 2; mono++) {
			struct owner o;
			struct t_thread t;
			d = death_new(k);
			death_start(d, &o, k.shared);
			t_start(&t, locker, (void *)mono);
			t_blocked(&t);
			death_strike(d, &o);
			t_join(&t);
			death_is_healthy(d);
		}
	return 0;
}
