/* Gives 0, and what was made from the attributes lives on; they can be initialised again. */
#include "snippet.h"
SYMBOL(pthread_mutexattr_destroy)

static void body(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	int v = -1;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
	OK(pthread_mutex_init(&m, &a));
	OK(THIS(&a));
	OK(pthread_mutex_lock(&m));
	EQ(pthread_mutex_lock(&m), EDEADLK);
	OK(pthread_mutex_unlock(&m));
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_gettype(&a, &v));
	EQ(v, PTHREAD_MUTEX_DEFAULT);
	OK(THIS(&a));
}
