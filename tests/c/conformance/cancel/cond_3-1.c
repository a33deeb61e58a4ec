/* A wait with a robust mutex is cancelled and its owner has died: the handler has the mutex in the state
 * "owner died", and can make it consistent. */
#include "wait.h"

static void handler(void *v)
{
	(void)v;
	cleaned++;
	OK(pthread_mutex_consistent(m));
	OK(pthread_mutex_unlock(m));
}

static void *waiter(void *form)
{
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(handler, NULL);
	for (;;)
		OK(wait_form((long)form));
	pthread_cleanup_pop(0);
	return NULL;
}

static void *mortal(void *v)
{
	OK(pthread_mutex_lock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.robust != PTHREAD_MUTEX_ROBUST)
			continue;
		for (long form = 0; form < 3; form++) {
			struct t_thread t, o;
			wait_init(k);
			t_start(&t, waiter, (void *)form);
			t_blocked(&t);
			t_start(&o, mortal, NULL);
			t_join(&o);
			OK(pthread_cancel(t.handle));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(cleaned, 1);
			OK(pthread_mutex_lock(m));
			OK(pthread_mutex_unlock(m));
		}
	}
	return 0;
}
