/* A kind that no initialisation gives (memory that was never a mutex): EINVAL from every operation. */
#include "t.h"

int main(void)
{
	static const int kinds[] = { -1, INT_MAX, 4, 5, 12, 15, 96, 0x7f, 0x30303030 | 0xf };
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char name[32];
		snprintf(name, sizeof name, "kind %#x", (unsigned)kinds[i]);
		t_where = name;
		pthread_mutex_t m;
		struct timespec real = t_in(CLOCK_REALTIME, 50), mono = t_in(CLOCK_MONOTONIC, 50);
		memset(&m, 0, sizeof m);
		m.__data.__kind = kinds[i];
		EQ(pthread_mutex_lock(&m), EINVAL);
		EQ(pthread_mutex_trylock(&m), EINVAL);
		EQ(pthread_mutex_timedlock(&m, &real), EINVAL);
		EQ(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &mono), EINVAL);
		EQ(pthread_mutex_unlock(&m), EINVAL);
	}
	return 0;
}
