/* Takes a free mutex; thrd_busy otherwise. */
#include "snippet.h"
SYMBOL(mtx_trylock)

static void body(void)
{
	mtx_t m;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(THIS(&m), thrd_success);
	EQ(THIS(&m), thrd_busy);
	EQ(mtx_unlock(&m), thrd_success);
	EQ(THIS(&m), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
}
