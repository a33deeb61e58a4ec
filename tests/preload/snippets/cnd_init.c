/* Makes a condvar of what was in the memory. */
#include "snippet.h"
SYMBOL(cnd_init)

static void body(void)
{
	cnd_t c;
	mtx_t m;
	memset(&c, 0x5a, sizeof c);
	EQ(THIS(&c), thrd_success);
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	struct timespec end = t_in(CLOCK_REALTIME, 20);
	int r;
	while ((r = cnd_timedwait(&c, &m, &end)) == thrd_success)
		;
	EQ(r, thrd_timedout);
	EQ(mtx_unlock(&m), thrd_success);
	EQ(cnd_signal(&c), thrd_success);
	cnd_destroy(&c);
}
