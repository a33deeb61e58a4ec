/* In fulock mode every private mutex inherits: the plain one too. */
#include "mutex_inversion.h"

int main(void)
{
	inversion_prepare();
	for (int type = 0; type < 4; type++)
		for (long timed = 0; timed < 2; timed++)
			mutex_inversion(t_kind_of(type, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE), timed);
	return 0;
}
