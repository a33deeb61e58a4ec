/* Scope and clock are kept, independent of each other. */
#include "t.h"

int main(void)
{
	pthread_condattr_t a;
	OK(pthread_condattr_init(&a));
	for (int i = 0; i < 16; i++) {
		int shared = i & 1, v = -1;
		clockid_t clock = i & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME, c = -1;
		if (i & 4) {
			OK(pthread_condattr_setpshared(&a, shared));
			OK(pthread_condattr_setclock(&a, clock));
		} else {
			OK(pthread_condattr_setclock(&a, clock));
			OK(pthread_condattr_setpshared(&a, shared));
		}
		OK(pthread_condattr_getpshared(&a, &v));
		EQ(v, shared);
		OK(pthread_condattr_getclock(&a, &c));
		EQ(c, clock);
	}
	return 0;
}
