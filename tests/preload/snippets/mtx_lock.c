/* Takes a free mutex; blocks while another thread owns it. */
#include "snippet.h"
SYMBOL(mtx_lock)

static mtx_t m;
static int got;

static void *locker(void *v)
{
	EQ(THIS(&m), thrd_success);
	STORE(got, 1);
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

static void body(void)
{
	struct t_thread t;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(THIS(&m), thrd_success);
	t_start(&t, locker, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	EQ(mtx_unlock(&m), thrd_success);
	t_join(&t);
	EQ(got, 1);
}
