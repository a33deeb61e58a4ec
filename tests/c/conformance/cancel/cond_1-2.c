/* A wait that is cancelled while another thread owns the mutex runs its handlers when it has the mutex,
 * not before. */
#include "wait.h"

static int owned;

static void handler(void *v)
{
	(void)v;
	EQ(LOAD(owned), 0);
	cleaned++;
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

int main(void)
{
	EACH_KIND(k)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			wait_init(k);
			t_start(&t, waiter, (void *)form);
			t_blocked(&t);
			OK(pthread_mutex_lock(m));
			STORE(owned, 1);
			OK(pthread_cancel(t.handle));
			t_pause_us(2000);
			t_blocked(&t); /* at the mutex now */
			EQ(cleaned, 0);
			STORE(owned, 0);
			OK(pthread_mutex_unlock(m));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(cleaned, 1);
		}
	return 0;
}
