/* Initialisation does not depend on what was in the memory: every kind over several patterns. */
#include "t.h"

int main(void)
{
	static const unsigned char patterns[] = { 0x00, 0xff, 0x7f, 0x80, 0x55, 0x01 };
	for (unsigned i = 0; i < sizeof patterns; i++)
		EACH_KIND(k) {
			pthread_mutex_t *m = t_shared(sizeof *m);
			memset(m, patterns[i], sizeof *m);
			t_mutex(m, k);
			OK(pthread_mutex_lock(m));
			EQ(t_other_try(m), EBUSY);
			OK(pthread_mutex_unlock(m));
			OK(t_other_try(m));
			OK(pthread_mutex_destroy(m));
		}
	return 0;
}
