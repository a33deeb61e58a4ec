/* An owner cancelled while it holds the mutex, without a cleanup handler, has died. */
#include "death.h"

static void *sleeper(void *v)
{
	struct death *d = v;
	OK(pthread_mutex_lock(&d->m));
	STORE(d->held, 1);
	for (;;)
		pause();
	return NULL;
}

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		struct t_thread t;
		t_start(&t, sleeper, d);
		UNTIL(LOAD(d->held));
		OK(pthread_cancel(t.handle));
		TRUE(t_join(&t) == PTHREAD_CANCELED);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		death_is_healthy(d);
	}
	return 0;
}
