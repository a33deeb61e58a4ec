/* Moves the thread to the one CPU that is left to it; EINVAL for none. */
#include "snippet.h"
SYMBOL(sched_setaffinity)

/* The oldest form takes no size. */
static int set_affinity(cpu_set_t *set)
{
	if (s_version && !strcmp(s_version, "GLIBC_2.3.3"))
		return ((int (*)(pid_t, const cpu_set_t *))s_address)(0, set);
	return THIS(0, sizeof *set, set);
}

static void body(void)
{
	cpu_set_t all, one;
	OK(sched_getaffinity(0, sizeof all, &all));
	CPU_ZERO(&one);
	FAILS(set_affinity(&one), EINVAL);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &all))
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		OK(set_affinity(&one));
		EQ(sched_getcpu(), cpu);
	}
}
