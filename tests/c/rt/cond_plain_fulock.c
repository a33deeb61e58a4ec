/* In fulock mode the same holds for a plain mutex. */
#include "cond_inherit.h"

int main(void)
{
	inversion_prepare();
	for (int type = 0; type < 4; type++) {
		struct t_kind k = t_kind_of(type, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
		cond_inversion(k, 0, 0);
		cond_inversion(k, 1, 1);
	}
	return 0;
}
