/* thrd_timedout at the deadline, with the mutex held; thrd_success for what is signalled before it. */
#include "snippet.h"
SYMBOL(cnd_timedwait)

static mtx_t m;
static cnd_t c;
static int go;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 15000);
	EQ(mtx_lock(&m), thrd_success);
	while (!go)
		EQ(THIS(&c, &m, &end), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec end = t_in(CLOCK_REALTIME, 20);
	int r;
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	EQ(mtx_lock(&m), thrd_success);
	while ((r = THIS(&c, &m, &end)) == thrd_success)
		;
	EQ(r, thrd_timedout);
	TRUE(t_passed(CLOCK_REALTIME, end));
	EQ(mtx_trylock(&m), thrd_busy);
	EQ(mtx_unlock(&m), thrd_success);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	EQ(mtx_lock(&m), thrd_success);
	go = 1;
	EQ(cnd_signal(&c), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	t_join(&t);
}
