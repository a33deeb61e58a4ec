/* Each type is kept and acts; what is no type gives EINVAL and changes nothing. */
#include "t.h"

int main(void)
{
	static const int bad[] = { -1, 4, 15, 100, INT_MAX, INT_MIN };
	for (int type = 0; type < 4; type++) {
		pthread_mutexattr_t a;
		pthread_mutex_t m;
		int v = -1;
		OK(pthread_mutexattr_init(&a));
		OK(pthread_mutexattr_settype(&a, type));
		for (int i = 0; i < 6; i++)
			EQ(pthread_mutexattr_settype(&a, bad[i]), EINVAL);
		OK(pthread_mutexattr_gettype(&a, &v));
		EQ(v, type);
		OK(pthread_mutex_init(&m, &a));
		OK(pthread_mutex_lock(&m));
		EQ(pthread_mutex_trylock(&m), type == PTHREAD_MUTEX_RECURSIVE ? 0 : EBUSY);
		if (type == PTHREAD_MUTEX_ERRORCHECK)
			EQ(pthread_mutex_lock(&m), EDEADLK);
		OK(pthread_mutex_unlock(&m));
	}
	return 0;
}
