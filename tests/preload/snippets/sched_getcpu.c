/* The CPU of a thread that is pinned to it. */
#include "snippet.h"
SYMBOL(sched_getcpu)

static void body(void)
{
	cpu_set_t set;
	t_pin();
	OK(sched_getaffinity(0, sizeof set, &set));
	TRUE(CPU_ISSET(THIS(), &set));
}
