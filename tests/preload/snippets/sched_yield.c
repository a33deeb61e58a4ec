/* Lets another real-time thread of the same priority run, which on this one CPU nothing else does. */
#include "snippet.h"
SYMBOL(sched_yield)

static int ran;

static void *other(void *v)
{
	STORE(ran, 1);
	return v;
}

static void body(void)
{
	struct t_thread t;
	t_fifo(5);
	t_pin();
	t_start_fifo(&t, 5, other, NULL);
	double end = t_now() + 1;
	while (!LOAD(ran) && t_now() < end)
		OK(THIS());
	EQ(LOAD(ran), 1);
	t_join(&t);
}
