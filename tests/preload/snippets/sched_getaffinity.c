/* The CPUs that the thread may use: the one that it was pinned to. */
#include "snippet.h"
SYMBOL(sched_getaffinity)

static void body(void)
{
	cpu_set_t set;
	t_pin();
	CPU_ZERO(&set);
	/* The oldest form takes no size. */
	if (s_version && !strcmp(s_version, "GLIBC_2.3.3"))
		OK(((int (*)(pid_t, cpu_set_t *))s_address)(0, &set));
	else
		OK(THIS(0, sizeof set, &set));
	EQ(CPU_COUNT(&set), 1);
	TRUE(CPU_ISSET(sched_getcpu(), &set));
}
