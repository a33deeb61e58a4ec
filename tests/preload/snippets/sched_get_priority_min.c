/* The lowest priority of a policy; EINVAL for what is none. */
#include "snippet.h"
SYMBOL(sched_get_priority_min)

static void body(void)
{
	EQ(THIS(SCHED_FIFO), 1);
	EQ(THIS(SCHED_RR), 1);
	EQ(THIS(SCHED_OTHER), 0);
	FAILS(THIS(77), EINVAL);
}
