/* Unlocks the mutex while it waits, and owns it again when it returns. */
#include "snippet.h"
SYMBOL(cnd_wait)

static mtx_t m;
static cnd_t c;
static int go, back;

static void *waiter(void *v)
{
	EQ(mtx_lock(&m), thrd_success);
	while (!go)
		EQ(THIS(&c, &m), thrd_success);
	EQ(mtx_trylock(&m), thrd_busy);
	STORE(back, 1);
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

static void body(void)
{
	struct t_thread t;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	EQ(mtx_lock(&m), thrd_success);
	EQ(LOAD(back), 0);
	go = 1;
	EQ(cnd_signal(&c), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	t_join(&t);
	EQ(back, 1);
}
