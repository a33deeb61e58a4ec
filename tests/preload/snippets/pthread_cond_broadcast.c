/* Ends every wait. */
#include "snippet.h"
SYMBOL(pthread_cond_broadcast)

enum { WAITERS = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, got;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(FN(pthread_cond_wait)(&c, &m));
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
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(THIS(&c));
	EQ(got, 0);
	OK(pthread_mutex_unlock(&m));
	for (int i = 0; i < WAITERS; i++)
		t_join(&t[i]);
	EQ(got, WAITERS);
}
