/* Makes a mutex of the type: plain, or recursive. */
#include "snippet.h"
SYMBOL(mtx_init)

static void body(void)
{
	mtx_t m;
	memset(&m, 0x5a, sizeof m);
	EQ(THIS(&m, mtx_plain), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	EQ(mtx_trylock(&m), thrd_busy);
	EQ(mtx_unlock(&m), thrd_success);
	mtx_destroy(&m);
	EQ(THIS(&m, mtx_recursive), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	EQ(mtx_trylock(&m), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
}
