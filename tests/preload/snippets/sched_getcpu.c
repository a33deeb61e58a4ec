/* The CPU of a thread that is pinned to it: each one. */
#include "snippet.h"
SYMBOL(sched_getcpu)

static void body(void)
{
	cpu_set_t all, one;
	OK(sched_getaffinity(0, sizeof all, &all));
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &all))
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		OK(sched_setaffinity(0, sizeof one, &one));
		EQ(THIS(), cpu);
	}
}
