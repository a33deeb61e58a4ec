/* A request that is pending on entry is acted upon, with the mutex held in the handler. */
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
	OK(pthread_cancel(pthread_self()));
	wait_form((long)form);
	FAIL("the wait came back");
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
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(cleaned, 1);
			OK(t_other_try(m));
		}
	return 0;
}
