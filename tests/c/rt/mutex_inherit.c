/* Inheritance through a mutex that asks for it: private and shared, stalled and robust, all types. */
#include "mutex_inversion.h"

int main(void)
{
	inversion_prepare();
	EACH_KIND(k) {
		if (k.protocol != PTHREAD_PRIO_INHERIT || k.type == PTHREAD_MUTEX_ADAPTIVE_NP)
			continue;
		for (long timed = 0; timed < (k.type == PTHREAD_MUTEX_NORMAL ? 2 : 1); timed++)
			mutex_inversion(k, timed);
	}
	return 0;
}
