/* Ends one wait for each call, and is not kept for later ones. */
#include "snippet.h"
SYMBOL(pthread_cond_signal)

enum { WAITERS = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens, got;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!tokens)
		OK(FN(pthread_cond_wait)(&c, &m));
	tokens--;
	got++;
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t[WAITERS];
	OK(THIS(&c));
	for (int i = 0; i < WAITERS; i++) {
		t_start(&t[i], waiter, NULL);
		t_blocked(&t[i]);
	}
	for (int i = 1; i <= WAITERS; i++) {
		OK(pthread_mutex_lock(&m));
		tokens = 1;
		OK(THIS(&c));
		OK(pthread_mutex_unlock(&m));
		UNTIL(LOAD(got) == i);
	}
	for (int i = 0; i < WAITERS; i++)
		t_join(&t[i]);
}
