/* A thread that is cancelled in one of the three forms of a condvar wait. */
#pragma once
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int waiting, cleaned;

static void wait_init(struct t_kind k)
{
	pthread_condattr_t a;
	m = t_shared(sizeof *m);
	c = t_shared(sizeof *c);
	t_mutex(m, k);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, k.shared));
	OK(pthread_cond_init(c, &a));
	waiting = cleaned = 0;
}

/* Form 0: wait, 1: timedwait, 2: clockwait; the deadlines are far. */
T_UNUSED static int wait_form(long form)
{
	struct timespec real = t_in(CLOCK_REALTIME, 60000), mono = t_in(CLOCK_MONOTONIC, 60000);
	return form == 0   ? pthread_cond_wait(c, m)
	       : form == 1 ? pthread_cond_timedwait(c, m, &real)
			   : pthread_cond_clockwait(c, m, CLOCK_MONOTONIC, &mono);
}

T_UNUSED static int wait_count(void)
{
	OK(pthread_mutex_lock(m));
	int n = waiting;
	OK(pthread_mutex_unlock(m));
	return n;
}
