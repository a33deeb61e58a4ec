/* Takes one of the value; blocks while it is 0. */
#include "snippet.h"
SYMBOL(sem_wait)

static sem_t s;
static int got;

static void *waiter(void *v)
{
	OK(THIS(&s));
	STORE(got, 1);
	return v;
}

static void body(void)
{
	struct t_thread t;
	OK(sem_init(&s, 0, 1));
	OK(THIS(&s));
	EQ(sem_value(&s), 0);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	EQ(LOAD(got), 0);
	OK(sem_post(&s));
	t_join(&t);
	EQ(got, 1);
	EQ(sem_value(&s), 0);
}
