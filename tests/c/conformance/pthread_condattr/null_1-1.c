/* A null pointer, for the attributes or for the result, is EINVAL. */
#include "t.h"

int main(void)
{
	pthread_condattr_t real, *volatile none = NULL;
	int v = 4711, *volatile nowhere = NULL;
	clockid_t clock = 4711, *volatile no_clock = NULL;
	EQ(pthread_condattr_init(none), EINVAL);
	EQ(pthread_condattr_destroy(none), EINVAL);
	EQ(pthread_condattr_setpshared(none, PTHREAD_PROCESS_SHARED), EINVAL);
	EQ(pthread_condattr_setclock(none, CLOCK_MONOTONIC), EINVAL);
	EQ(pthread_condattr_getpshared(none, &v), EINVAL);
	EQ(pthread_condattr_getclock(none, &clock), EINVAL);
	EQ(v, 4711);
	EQ(clock, 4711);
	OK(pthread_condattr_init(&real));
	EQ(pthread_condattr_getpshared(&real, nowhere), EINVAL);
	EQ(pthread_condattr_getclock(&real, no_clock), EINVAL);
	return 0;
}
