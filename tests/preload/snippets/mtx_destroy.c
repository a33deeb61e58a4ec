/* Ends the mutex; nothing can lock it until it is initialised again. */
#include "snippet.h"
SYMBOL(mtx_destroy)

static void body(void)
{
	mtx_t m;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	THIS(&m);
	EQ(mtx_lock(&m), thrd_error);
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
}
