/* thrd_error for a time that is none when the call would wait; the mutex is as it was. */
#include "t.h"
#include <threads.h>

static mtx_t m;
static const struct timespec bad[] = { { 1, -1 }, { 1, 1000000000 } };

static int waiter(void *v)
{
	(void)v;
	for (int i = 0; i < 2; i++)
		EQ(mtx_timedlock(&m, &bad[i]), thrd_error);
	return 0;
}

int main(void)
{
	thrd_t t;
	cnd_t c;
	EQ(mtx_init(&m, mtx_timed), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	EQ(thrd_create(&t, waiter, NULL), thrd_success);
	EQ(thrd_join(t, NULL), thrd_success);
	for (int i = 0; i < 2; i++) {
		EQ(cnd_timedwait(&c, &m, &bad[i]), thrd_error);
		EQ(mtx_trylock(&m), thrd_busy);
	}
	EQ(mtx_unlock(&m), thrd_success);
	EQ(mtx_trylock(&m), thrd_success);
	return 0;
}
