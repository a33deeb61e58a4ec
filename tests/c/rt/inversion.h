/* Priority inversion: three real-time threads on one CPU. The low one owns the lock, the high one wants
 * it, and a middle one that wants nothing occupies the CPU for 200 ms. Without inheritance the high one
 * waits as long; with it, for the rest of the low one's critical section. */
#pragma once
#include "t.h"

enum { LOW = 10, MIDDLE = 20, HIGH = 30, MASTER = 50 };
static const double HOG = 0.200, SECTION = 0.010, MARGIN = 0.060;

/* Runs for a time of its own on the CPU, not on the clock. */
T_UNUSED static void run_for(double seconds)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	double end = (double)t.tv_sec + (double)t.tv_nsec / 1e9 + seconds;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while ((double)t.tv_sec + (double)t.tv_nsec / 1e9 < end);
}

T_UNUSED static void *hog(void *v)
{
	run_for(HOG);
	return v;
}

T_UNUSED static void inversion_prepare(void)
{
	t_fifo(MASTER);
	t_pin();
}

/* The bound: the low one's section and a margin far below the hog's time. */
#define inversion_check(waited)                                                                    \
	do {                                                                                       \
		if ((waited) > SECTION + MARGIN)                                                   \
			FAIL("the high thread waited %.0f ms for a section of %.0f ms",            \
			     (waited) * 1e3, SECTION * 1e3);                                       \
	} while (0)
