/* A null pointer, for the attributes or for the result, is EINVAL. */
#include "t.h"

int main(void)
{
	typedef int getter(const pthread_mutexattr_t *restrict, int *restrict);
	typedef int setter(pthread_mutexattr_t *, int);
	static getter *const get[] = { pthread_mutexattr_gettype, pthread_mutexattr_getprotocol,
				       pthread_mutexattr_getpshared, pthread_mutexattr_getrobust,
				       pthread_mutexattr_getprioceiling };
	static setter *const set[] = { pthread_mutexattr_settype, pthread_mutexattr_setprotocol,
				       pthread_mutexattr_setpshared, pthread_mutexattr_setrobust,
				       pthread_mutexattr_setprioceiling };
	pthread_mutexattr_t real, *volatile none = NULL;
	int v = 4711, *volatile nowhere = NULL;
	EQ(pthread_mutexattr_init(none), EINVAL);
	EQ(pthread_mutexattr_destroy(none), EINVAL);
	OK(pthread_mutexattr_init(&real));
	for (int i = 0; i < 5; i++) {
		EQ(set[i](none, 1), EINVAL);
		EQ(get[i](none, &v), EINVAL);
		EQ(v, 4711);
		EQ(get[i](&real, nowhere), EINVAL);
	}
	return 0;
}
