/* Gives the priority; ESRCH for nobody. */
#include "snippet.h"
SYMBOL(sched_getparam)

static void body(void)
{
	struct sched_param got = { .sched_priority = -1 };
	OK(THIS(0, &got));
	EQ(got.sched_priority, 0);
	t_fifo(3);
	OK(THIS(0, &got));
	EQ(got.sched_priority, 3);
	FAILS(THIS(INT_MAX, &got), ESRCH);
}
