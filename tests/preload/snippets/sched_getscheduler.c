/* Gives the policy; ESRCH for nobody. */
#include "snippet.h"
SYMBOL(sched_getscheduler)

static void body(void)
{
	EQ(THIS(0), SCHED_OTHER);
	t_fifo(3);
	EQ(THIS(0), SCHED_FIFO);
	FAILS(THIS(INT_MAX), ESRCH);
}
