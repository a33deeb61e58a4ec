/* Takes a free mutex, whatever the deadline; thrd_timedout at the deadline; gets what is unlocked before it. */
#include "snippet.h"
SYMBOL(mtx_timedlock)

static mtx_t m;
static int ready;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 20), far = t_in(CLOCK_REALTIME, 15000);
	EQ(THIS(&m, &end), thrd_timedout);
	TRUE(t_passed(CLOCK_REALTIME, end));
	STORE(ready, 1);
	EQ(THIS(&m, &far), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 };
	EQ(mtx_init(&m, mtx_timed), thrd_success);
	EQ(THIS(&m, &past), thrd_success);
	t_start(&t, waiter, NULL);
	UNTIL(LOAD(ready));
	t_blocked(&t);
	EQ(mtx_unlock(&m), thrd_success);
	t_join(&t);
}
