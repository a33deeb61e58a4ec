/* Waiters for the snippets that wake them by WAKE. */
#pragma once
#include "snippet.h"

enum { WAITERS = 3 };
static mtx_t m;
static cnd_t c;
static struct t_thread threads[WAITERS];
static int tokens, got;

static void *waiter(void *v)
{
	EQ(mtx_lock(&m), thrd_success);
	while (!tokens)
		EQ(cnd_wait(&c, &m), thrd_success);
	tokens--;
	got++;
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

static void wake_begin(void)
{
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	EQ(WAKE(&c), thrd_success);
	for (int i = 0; i < WAITERS; i++) {
		t_start(&threads[i], waiter, NULL);
		t_blocked(&threads[i]);
	}
}

/* Lets `count` of them go on, by one call. */
static void wake(int count)
{
	EQ(mtx_lock(&m), thrd_success);
	tokens = count;
	EQ(WAKE(&c), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
}

static void wake_end(void)
{
	for (int i = 0; i < WAITERS; i++)
		t_join(&threads[i]);
	EQ(got, WAITERS);
}
