/* Garbage in a condvar that was never initialised: signal and broadcast come back, nothing hangs. */
// limit: 5
#include "t.h"

int main(void)
{
	unsigned seed = 3;
	for (int round = 0; round < 50; round++) {
		union { pthread_cond_t c; unsigned w[12]; } u;
		for (int i = 0; i < 12; i++)
			u.w[i] = seed = seed * 1664525u + 1013904223u;
		int r = pthread_cond_signal(&u.c);
		EITHER(r, 0, EINVAL);
		r = pthread_cond_broadcast(&u.c);
		EITHER(r, 0, EINVAL);
	}
	return 0;
}
