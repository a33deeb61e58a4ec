/* Threads that write down the order in which they come through. */
#pragma once
#include "t.h"

enum { ORDER_MAX = 16 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int order[ORDER_MAX], order_n;

struct comer {
	struct t_thread t;
	int id, tokens;
};

static void order_init(struct t_kind k)
{
	pthread_condattr_t a;
	m = t_shared(sizeof *m);
	c = t_shared(sizeof *c);
	t_mutex(m, k);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, k.shared));
	OK(pthread_cond_init(c, &a));
	order_n = 0;
}

/* Under the mutex. */
static void order_note(int id)
{
	order[order_n] = id;
	STORE(order_n, order_n + 1);
}

T_UNUSED static void *order_lock(void *v)
{
	struct comer *w = v;
	OK(pthread_mutex_lock(m));
	order_note(w->id);
	OK(pthread_mutex_unlock(m));
	return NULL;
}

/* Waits once, without a loop: a spurious wake-up would be seen as a wrong order. */
T_UNUSED static void *order_wait(void *v)
{
	struct comer *w = v;
	OK(pthread_mutex_lock(m));
	OK(pthread_cond_wait(c, m));
	order_note(w->id);
	OK(pthread_mutex_unlock(m));
	return NULL;
}

/* Starts comers in the order of the array, each blocked before the next; priority 0 is SCHED_OTHER. */
T_UNUSED static void order_start(struct comer *w, int n, const int *priorities, void *(*body)(void *))
{
	for (int i = 0; i < n; i++) {
		w[i].id = i;
		t_start_fifo(&w[i].t, priorities[i], body, &w[i]);
		t_blocked(&w[i].t);
	}
}

T_UNUSED static void order_check(const int *want, int n)
{
	EQ(order_n, n);
	for (int i = 0; i < n; i++)
		if (order[i] != want[i])
			FAIL("place %d went to thread %d, not %d", i, order[i], want[i]);
}

T_UNUSED static void order_join(struct comer *w, int n)
{
	for (int i = 0; i < n; i++)
		t_join(&w[i].t);
}
