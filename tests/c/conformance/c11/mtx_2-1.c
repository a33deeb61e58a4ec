/* mtx_timedlock: thrd_timedout at the deadline (calendar time), thrd_success when it is released. */
#include "t.h"
#include <threads.h>

static mtx_t m;

static int hasty(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 30), past = { 0, 0 };
	EQ(mtx_timedlock(&m, &past), thrd_timedout);
	EQ(mtx_timedlock(&m, &end), thrd_timedout);
	TRUE(t_passed(CLOCK_REALTIME, end));
	(void)v;
	return 0;
}

static void *patient(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 15000);
	EQ(mtx_timedlock(&m, &end), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

int main(void)
{
	static const int types[] = { mtx_timed, mtx_timed | mtx_recursive };
	for (int i = 0; i < 2; i++) {
		thrd_t t;
		struct t_thread p;
		EQ(mtx_init(&m, types[i]), thrd_success);
		EQ(mtx_lock(&m), thrd_success);
		EQ(thrd_create(&t, hasty, NULL), thrd_success);
		EQ(thrd_join(t, NULL), thrd_success);
		t_start(&p, patient, NULL);
		t_blocked(&p);
		EQ(mtx_unlock(&m), thrd_success);
		t_join(&p);
		mtx_destroy(&m);
	}
	return 0;
}
