/* Counts the CPUs in a set. */
#include "snippet.h"
SYMBOL(__sched_cpucount)

static void body(void)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	EQ(THIS(sizeof set, &set), 0);
	for (int i = 0; i < 10; i++)
		CPU_SET(i * 100, &set);
	EQ(THIS(sizeof set, &set), 10);
}
