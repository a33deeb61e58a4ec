/* The mutex form: `k` is the kind of mutex. */
#pragma once
#include "inversion.h"

static pthread_mutex_t *m;
static int owned;
static double waited;

static void *low(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *high(void *timed)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	double start = t_now();
	OK(timed ? pthread_mutex_timedlock(m, &far) : pthread_mutex_lock(m));
	waited = t_now() - start;
	OK(pthread_mutex_unlock(m));
	return timed;
}

/* The caller, above all three, lets the low one take the lock, then makes the high one and the hog ready
 * at the same instant. */
static void mutex_inversion(struct t_kind k, long timed)
{
	struct t_thread l, h, g;
	m = t_shared(sizeof *m);
	t_mutex(m, k);
	STORE(owned, 0);
	waited = -1;
	t_start_fifo(&l, LOW, low, NULL);
	UNTIL(LOAD(owned));
	t_start_fifo(&h, HIGH, high, (void *)timed);
	t_start_fifo(&g, MIDDLE, hog, NULL);
	t_join(&h);
	t_join(&g);
	t_join(&l);
	TRUE(waited >= 0);
	inversion_check(waited);
}
