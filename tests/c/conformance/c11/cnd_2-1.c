/* cnd_timedwait: thrd_timedout at the deadline with the mutex held. */
#include "t.h"
#include <threads.h>

int main(void)
{
	mtx_t m;
	cnd_t c;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	struct timespec end = t_in(CLOCK_REALTIME, 30), past = { 0, 0 };
	EQ(cnd_timedwait(&c, &m, &past), thrd_timedout);
	int r;
	while ((r = cnd_timedwait(&c, &m, &end)) == thrd_success)
		;
	EQ(r, thrd_timedout);
	TRUE(t_passed(CLOCK_REALTIME, end));
	EQ(mtx_trylock(&m), thrd_busy);
	EQ(mtx_unlock(&m), thrd_success);
	cnd_destroy(&c);
	mtx_destroy(&m);
	return 0;
}
