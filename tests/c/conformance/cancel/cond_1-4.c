/* With cancellation disabled a wait is not ended by a request, which stays pending. */
#include "wait.h"

static int go, returned;

static void *waiter(void *form)
{
	OK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL));
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(wait_form((long)form));
	OK(pthread_mutex_unlock(m));
	STORE(returned, 1);
	OK(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
	pthread_testcancel();
	FAIL("the request was lost");
	return NULL;
}

int main(void)
{
	EACH_KIND(k)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			wait_init(k);
			go = 0;
			STORE(returned, 0);
			t_start(&t, waiter, (void *)form);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			t_blocked(&t);
			OK(pthread_mutex_lock(m));
			go = 1;
			OK(pthread_cond_signal(c));
			OK(pthread_mutex_unlock(m));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(LOAD(returned), 1);
		}
	return 0;
}
