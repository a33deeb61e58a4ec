/* Threads blocked when the owner dies: one gets EOWNERDEAD; when it has made the mutex consistent the
 * others get 0. */
#include "death.h"

static struct death *d;
static int dead, healthy;

static void *locker(void *v)
{
	int r = pthread_mutex_lock(&d->m);
	if (r == EOWNERDEAD) {
		ADD(dead, 1);
		OK(pthread_mutex_consistent(&d->m));
	} else {
		OK(r);
		ADD(healthy, 1);
	}
	OK(pthread_mutex_unlock(&d->m));
	return v;
}

int main(void)
{
	EACH_ROBUST(k)
		for (int by_process = 0; by_process <= k.shared; by_process++) {
			struct owner o;
			struct t_thread t[3];
			d = death_new(k);
			STORE(dead, 0);
			STORE(healthy, 0);
			death_start(d, &o, by_process);
			for (int i = 0; i < 3; i++) {
				t_start(&t[i], locker, NULL);
				t_blocked(&t[i]);
			}
			death_strike(d, &o);
			for (int i = 0; i < 3; i++)
				t_join(&t[i]);
			EQ(dead, 1);
			EQ(healthy, 2);
			death_is_healthy(d);
		}
	return 0;
}
