/* Random choices, a common end, and threads that run until then. */
#pragma once
#include "t.h"

static double stress_end;
T_UNUSED static int stress_over(void) { return t_now() > stress_end; }

/* A generator per thread: the same choices in every run, whatever the timing. */
T_UNUSED static unsigned stress_random(unsigned *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

T_UNUSED static void stress_spin(unsigned loops)
{
	for (volatile unsigned i = 0; i < loops; i++)
		;
}
