/* Memory for a set of many CPUs: it can be written to the end. */
#include "snippet.h"
SYMBOL(__sched_cpualloc)

static void body(void)
{
	cpu_set_t *set = THIS(4096);
	TRUE(set);
	CPU_ZERO_S(CPU_ALLOC_SIZE(4096), set);
	CPU_SET_S(4095, CPU_ALLOC_SIZE(4096), set);
	EQ(CPU_COUNT_S(CPU_ALLOC_SIZE(4096), set), 1);
	CPU_FREE(set);
}
