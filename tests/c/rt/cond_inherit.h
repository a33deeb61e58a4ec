/* Inheritance through a condvar: the high thread waits on it, is signalled while the low one owns the
 * inherit mutex, and boosts the owner from then on. */
#pragma once
#include "inversion.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int owned, go;
static double sent, waited;

static void *low(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *high(void *v)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	OK(pthread_mutex_lock(m));
	while (!LOAD(go))
		OK(v ? pthread_cond_timedwait(c, m, &far) : pthread_cond_wait(c, m));
	waited = t_now() - sent;
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static void cond_inversion(struct t_kind k, int broadcast, long timed)
{
	struct t_thread l, h, g;
	pthread_condattr_t a;
	m = t_shared(sizeof *m);
	c = t_shared(sizeof *c);
	t_mutex(m, k);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, k.shared));
	OK(pthread_cond_init(c, &a));
	STORE(owned, 0);
	STORE(go, 0);
	waited = -1;
	t_start_fifo(&h, HIGH, high, (void *)timed);
	t_blocked(&h);
	t_start_fifo(&l, LOW, low, NULL);
	UNTIL(LOAD(owned));
	t_start_fifo(&g, MIDDLE, hog, NULL); /* ready, below the caller */
	sent = t_now();
	STORE(go, 1);
	OK(broadcast ? pthread_cond_broadcast(c) : pthread_cond_signal(c)); /* without the mutex */
	t_join(&h);
	t_join(&g);
	t_join(&l);
	TRUE(waited >= 0);
	inversion_check(waited);
}
