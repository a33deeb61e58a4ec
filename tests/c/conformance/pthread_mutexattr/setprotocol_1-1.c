/* The three protocols are kept; another value gives EINVAL or ENOTSUP and changes nothing. */
#include "t.h"

int main(void)
{
	static const int bad[] = { -1, 3, 32, INT_MAX, INT_MIN };
	static const int good[] = { PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT, PTHREAD_PRIO_NONE };
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	for (int g = 0; g < 3; g++) {
		int v = -1;
		OK(pthread_mutexattr_setprotocol(&a, good[g]));
		for (int i = 0; i < 5; i++) {
			int r = pthread_mutexattr_setprotocol(&a, bad[i]);
			EITHER(r, EINVAL, ENOTSUP);
		}
		OK(pthread_mutexattr_getprotocol(&a, &v));
		EQ(v, good[g]);
	}
	return 0;
}
