/* Takes a free mutex; EBUSY for another thread meanwhile. */
#include "snippet.h"
SYMBOL(pthread_mutex_trylock)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *trier(void *v)
{
	EQ(THIS(&m), EBUSY);
	return v;
}

static void body(void)
{
	struct t_thread t;
	OK(THIS(&m));
	t_start(&t, trier, NULL);
	t_join(&t);
	OK(pthread_mutex_unlock(&m));
	OK(THIS(&m));
	OK(pthread_mutex_unlock(&m));
}
