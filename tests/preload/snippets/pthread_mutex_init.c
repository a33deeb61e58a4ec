/* Makes a mutex of what was in the memory: of the attributes' type, or a default one without attributes. */
#include "snippet.h"
SYMBOL(pthread_mutex_init)

static void body(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t recursive, plain;
	memset(&recursive, 0x5a, sizeof recursive);
	memset(&plain, 0x5a, sizeof plain);
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
	OK(THIS(&recursive, &a));
	OK(THIS(&plain, NULL));
	OK(pthread_mutex_lock(&recursive));
	OK(pthread_mutex_lock(&recursive));
	OK(pthread_mutex_unlock(&recursive));
	EQ(t_other_try(&recursive), EBUSY);
	OK(pthread_mutex_unlock(&recursive));
	OK(t_other_try(&recursive));
	OK(pthread_mutex_lock(&plain));
	EQ(pthread_mutex_trylock(&plain), EBUSY);
	OK(pthread_mutex_unlock(&plain));
}
