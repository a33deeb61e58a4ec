/* A signal, and a broadcast, while the low thread owns the mutex; private and shared, robust too. */
#include "cond_inherit.h"

int main(void)
{
	inversion_prepare();
	EACH_KIND(k) {
		if (k.protocol != PTHREAD_PRIO_INHERIT || k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		cond_inversion(k, 0, 0);
		cond_inversion(k, 0, 1);
		cond_inversion(k, 1, 0);
	}
	return 0;
}
