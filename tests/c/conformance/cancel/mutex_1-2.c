/* signal, broadcast, unlock, trylock, init and destroy are no cancellation points. */
#include "t.h"

static int past;

static void *caller(void *v)
{
	pthread_mutex_t m;
	pthread_cond_t c;
	OK(pthread_cancel(pthread_self()));
	OK(pthread_mutex_init(&m, NULL));
	OK(pthread_cond_init(&c, NULL));
	OK(pthread_mutex_lock(&m));
	EQ(pthread_mutex_trylock(&m), EBUSY);
	OK(pthread_cond_signal(&c));
	OK(pthread_cond_broadcast(&c));
	OK(pthread_mutex_unlock(&m));
	OK(pthread_cond_destroy(&c));
	OK(pthread_mutex_destroy(&m));
	past = 1;
	pthread_testcancel();
	return v;
}

int main(void)
{
	struct t_thread t;
	t_start(&t, caller, NULL);
	TRUE(t_join(&t) == PTHREAD_CANCELED);
	EQ(past, 1);
	return 0;
}
