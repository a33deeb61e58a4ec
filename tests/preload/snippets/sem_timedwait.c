/* Takes one of the value, whatever the deadline; ETIMEDOUT at the deadline; gets what is posted before it. */
#include "snippet.h"
SYMBOL(sem_timedwait)

static sem_t s;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 15000);
	OK(THIS(&s, &end));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 }, end;
	OK(sem_init(&s, 0, 1));
	OK(THIS(&s, &past));
	FAILS(THIS(&s, &past), ETIMEDOUT);
	end = t_in(CLOCK_REALTIME, 20);
	FAILS(THIS(&s, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(sem_post(&s));
	t_join(&t);
}
