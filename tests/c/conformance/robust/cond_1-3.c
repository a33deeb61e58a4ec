/* Many waiters, the owner dies after a broadcast: one sees EOWNERDEAD, the rest a healthy mutex. */
#include "death.h"

static struct death *d;
static int dead, done;

static void *waiter(void *v)
{
	int r = pthread_mutex_lock(&d->m);
	while (r == 0 && !LOAD(d->go))
		r = pthread_cond_wait(&d->c, &d->m);
	if (r == EOWNERDEAD) {
		dead++;
		OK(pthread_mutex_consistent(&d->m));
	} else {
		OK(r);
	}
	done++;
	OK(pthread_mutex_unlock(&d->m));
	return v;
}

int main(void)
{
	EACH_ROBUST(k) {
		struct t_thread t[6];
		struct owner o;
		d = death_new(k);
		dead = done = 0;
		for (int i = 0; i < 6; i++) {
			t_start(&t[i], waiter, NULL);
			t_blocked(&t[i]);
		}
		death_start(d, &o, k.shared);
		OK(pthread_cond_broadcast(&d->c));
		death_strike(d, &o);
		for (int i = 0; i < 6; i++)
			t_join(&t[i]);
		EQ(dead, 1);
		EQ(done, 6);
		death_is_healthy(d);
	}
	return 0;
}
