/* A cancelled wait runs the cleanup handlers with the mutex held: each form, every kind of mutex. */
#include "wait.h"

static void handler(void *v)
{
	(void)v;
	cleaned++;
	EQ(t_other_try(m), EBUSY);
	OK(pthread_mutex_unlock(m));
}

static void *waiter(void *form)
{
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(handler, NULL);
	waiting++;
	for (;;)
		OK(wait_form((long)form));
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	EACH_KIND(k)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			wait_init(k);
			t_start(&t, waiter, (void *)form);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(cleaned, 1);
			OK(t_other_try(m));
			OK(pthread_cond_signal(c));
			OK(pthread_cond_destroy(c));
			OK(pthread_mutex_destroy(m));
		}
	return 0;
}
