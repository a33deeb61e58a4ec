/* A destroyed attributes object can be initialised again, and has the defaults then. */
#include "t.h"

int main(void)
{
	pthread_mutexattr_t a;
	for (int i = 0; i < 10; i++) {
		int v = -1;
		OK(pthread_mutexattr_init(&a));
		OK(pthread_mutexattr_gettype(&a, &v));
		EQ(v, PTHREAD_MUTEX_DEFAULT);
		OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
		OK(pthread_mutexattr_destroy(&a));
	}
	return 0;
}
