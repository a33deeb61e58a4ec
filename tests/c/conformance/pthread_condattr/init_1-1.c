/* A new attributes object: private, realtime clock, whatever was in the memory. */
#include "t.h"

int main(void)
{
	static const unsigned char patterns[] = { 0, 0xff, 0x55 };
	for (int i = 0; i < 3; i++) {
		pthread_condattr_t a;
		int v = -1;
		clockid_t c = -1;
		memset(&a, patterns[i], sizeof a);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_getpshared(&a, &v));
		EQ(v, PTHREAD_PROCESS_PRIVATE);
		OK(pthread_condattr_getclock(&a, &c));
		EQ(c, CLOCK_REALTIME);
		OK(pthread_condattr_destroy(&a));
	}
	return 0;
}
