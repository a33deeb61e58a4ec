/* Gives the memory of a set back: as often as it likes, the process grows by nothing. */
#include "snippet.h"
#include <malloc.h>
SYMBOL(__sched_cpufree)

static void body(void)
{
	THIS(CPU_ALLOC(1 << 12));
	size_t before = mallinfo2().uordblks;
	for (int i = 0; i < 100; i++) {
		cpu_set_t *set = CPU_ALLOC(1 << 12);
		TRUE(set);
		THIS(set);
	}
	EQ(mallinfo2().uordblks, before);
}
