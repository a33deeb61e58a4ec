/* A shared condvar and a robust mutex, and threads that wait once for a token. */
#pragma once
#include "step.h"

static struct shared {
	pthread_mutex_t m;
	pthread_cond_t c;
	int tokens;
} *s;

static void shared_init(int protocol)
{
	pthread_condattr_t a;
	t_mutex(&s->m, t_kind_of(PTHREAD_MUTEX_NORMAL, protocol, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_cond_init(&s->c, &a));
	s->tokens = 0;
}

/* Both protocols of the mutex. */
#define EACH_PROTOCOL(p)                                                                           \
	for (int p = PTHREAD_PRIO_NONE; t_where = p ? "inherit" : "plain", p <= PTHREAD_PRIO_INHERIT; p++)

/* Survivors repair the mutex; everything that it protects is one word. */
static void repair(int r)
{
	if (r == EOWNERDEAD)
		OK(pthread_mutex_consistent(&s->m));
	else
		OK(r);
}

static void lock(void) { repair(pthread_mutex_lock(&s->m)); }
static void unlock(void) { OK(pthread_mutex_unlock(&s->m)); }

T_UNUSED static void add_tokens(int n)
{
	lock();
	s->tokens += n;
	unlock();
}

/* Waits for a token; how long until it had one after it was there is the caller's to measure. */
T_UNUSED static void *take_token(void *unused)
{
	(void)unused;
	lock();
	while (s->tokens == 0)
		repair(pthread_cond_wait(&s->c, &s->m));
	s->tokens--;
	unlock();
	return NULL;
}

/* Waits until `n` threads have their tokens. */
T_UNUSED static void tokens_are_gone(void)
{
	double end = t_now() + 5;
	for (;;) {
		lock();
		int left = s->tokens;
		unlock();
		if (left == 0)
			return;
		if (t_now() > end)
			FAIL("%d tokens are left: a wake-up was lost", left);
		t_pause_us(200);
	}
}
