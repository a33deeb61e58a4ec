/* Another process that makes one call, beside the one that is killed after an instruction. */
#pragma once
#include "step.h"

/* In shared memory: whether its call has come back, and whether it may go on. */
static struct other {
	int is_back, may_go;
} *other;

struct other_call {
	void (*take)(void);
	void (*give)(void);
};

static void other_body(void *v)
{
	struct other_call *call = v;
	call->take();
	STORE(other->is_back, 1);
	while (!LOAD(other->may_go))
		t_pause_us(100);
	call->give();
}

/* Starts it; it gives back what it took when it is told to. */
T_UNUSED static pid_t other_start(void (*take)(void), void (*give)(void))
{
	other->is_back = other->may_go = 0;
	return t_fork(other_body, &(struct other_call){ take, give });
}

/* Whether it comes back, or sleeps and cannot: `is_due` tells whether what it waits for is there. */
T_UNUSED static int other_comes_back(pid_t pid, int (*is_due)(void))
{
	double end = t_now() + 5;
	while (!LOAD(other->is_back)) {
		if (!is_due() && t_is_blocked_in(pid, pid) && !is_due() && !LOAD(other->is_back))
			return 0;
		if (t_now() > end)
			FAIL("it sleeps, and what it waits for is there");
	}
	return 1;
}

/* Ends it, whatever it does. */
T_UNUSED static void other_end(pid_t pid)
{
	if (LOAD(other->is_back)) {
		STORE(other->may_go, 1);
		t_reap(pid);
	} else {
		t_kill(pid);
	}
}

T_UNUSED static void other_init(void)
{
	step_init();
	other = t_shared(sizeof *other);
}
