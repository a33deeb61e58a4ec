/* EINVAL for a scope that is none and for a clock that cannot be waited on; nothing is changed. */
#include "t.h"

int main(void)
{
	static const int shared[] = { -1, 2, 128, INT_MAX, INT_MIN };
	static const clockid_t clocks[] = { CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, 99, -1 };
	pthread_condattr_t a;
	int v = -1;
	clockid_t c = -1, cpu;
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	for (int i = 0; i < 5; i++) {
		EQ(pthread_condattr_setpshared(&a, shared[i]), EINVAL);
		EQ(pthread_condattr_setclock(&a, clocks[i]), EINVAL);
	}
	OK(clock_getcpuclockid(0, &cpu));
	EQ(pthread_condattr_setclock(&a, cpu), EINVAL);
	OK(pthread_condattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_condattr_getclock(&a, &c));
	EQ(c, CLOCK_MONOTONIC);
	return 0;
}
