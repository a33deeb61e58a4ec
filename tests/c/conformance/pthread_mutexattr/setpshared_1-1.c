/* Both scopes are kept; another value gives EINVAL and changes nothing. */
#include "t.h"

int main(void)
{
	static const int bad[] = { -1, 2, 128, INT_MAX, INT_MIN };
	static const int good[] = { PTHREAD_PROCESS_SHARED, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	for (int g = 0; g < 3; g++) {
		int v = -1;
		OK(pthread_mutexattr_setpshared(&a, good[g]));
		for (int i = 0; i < 5; i++)
			EQ(pthread_mutexattr_setpshared(&a, bad[i]), EINVAL);
		OK(pthread_mutexattr_getpshared(&a, &v));
		EQ(v, good[g]);
	}
	return 0;
}
