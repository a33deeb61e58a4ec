/* Each attribute is kept whatever is done to the others, in every combination and order. */
#include "t.h"

static void check(const pthread_mutexattr_t *a, int type, int protocol, int robust, int shared, int ceiling)
{
	int v = -1;
	OK(pthread_mutexattr_gettype(a, &v));
	EQ(v, type);
	OK(pthread_mutexattr_getprotocol(a, &v));
	EQ(v, protocol);
	OK(pthread_mutexattr_getrobust(a, &v));
	EQ(v, robust);
	OK(pthread_mutexattr_getpshared(a, &v));
	EQ(v, shared);
	OK(pthread_mutexattr_getprioceiling(a, &v));
	EQ(v, ceiling);
}

int main(void)
{
	pthread_mutexattr_t a, b;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_init(&b));
	for (int i = 0; i < 4 * 3 * 2 * 2 * 3; i++) {
		int type = i & 3, robust = i >> 2 & 1, shared = i >> 3 & 1;
		int protocol = i / 16 % 3, ceiling = 1 + i / 48 * 49;
		OK(pthread_mutexattr_settype(&a, type));
		OK(pthread_mutexattr_setprotocol(&a, protocol));
		OK(pthread_mutexattr_setrobust(&a, robust));
		OK(pthread_mutexattr_setpshared(&a, shared));
		OK(pthread_mutexattr_setprioceiling(&a, ceiling));
		check(&a, type, protocol, robust, shared, ceiling);
		OK(pthread_mutexattr_setprioceiling(&b, ceiling));
		OK(pthread_mutexattr_setpshared(&b, shared));
		OK(pthread_mutexattr_setrobust(&b, robust));
		OK(pthread_mutexattr_setprotocol(&b, protocol));
		OK(pthread_mutexattr_settype(&b, type));
		check(&b, type, protocol, robust, shared, ceiling);
		EQ(memcmp(&a, &b, sizeof a), 0);
	}
	return 0;
}
