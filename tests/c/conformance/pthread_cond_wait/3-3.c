/* A destroyed or garbage mutex: EINVAL, and no wait. */
#include "t.h"

int main(void)
{
	static const int kinds[] = { -1, INT_MAX, 4, 12, 15, 96 };
	for (int i = 0; i < 6; i++) {
		pthread_mutex_t m;
		pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		struct timespec end = t_in(CLOCK_REALTIME, 3000);
		memset(&m, 0, sizeof m);
		m.__data.__kind = kinds[i];
		EQ(pthread_cond_timedwait(&c, &m, &end), EINVAL);
		EQ(pthread_cond_wait(&c, &m), EINVAL);
		OK(pthread_cond_destroy(&c));
	}
	return 0;
}
