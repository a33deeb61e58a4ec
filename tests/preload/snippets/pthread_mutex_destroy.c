/* EBUSY while it is locked, then 0; nothing can lock it until it is initialised again. */
#include "snippet.h"
SYMBOL(pthread_mutex_destroy)

static void body(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	OK(pthread_mutex_lock(&m));
	EQ(THIS(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	OK(THIS(&m));
	EQ(pthread_mutex_lock(&m), EINVAL);
	OK(pthread_mutex_init(&m, NULL));
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
}
