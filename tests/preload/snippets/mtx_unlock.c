/* Lets a blocked thread in. */
#include "snippet.h"
SYMBOL(mtx_unlock)

static mtx_t m;

static void *locker(void *v)
{
	EQ(mtx_lock(&m), thrd_success);
	EQ(THIS(&m), thrd_success);
	return v;
}

static void body(void)
{
	struct t_thread t;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	t_start(&t, locker, NULL);
	t_blocked(&t);
	EQ(THIS(&m), thrd_success);
	t_join(&t);
	EQ(mtx_trylock(&m), thrd_success);
}
