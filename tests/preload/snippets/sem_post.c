/* Lets one waiter go for each call, and counts up when nobody waits; EOVERFLOW at the limit. */
#include "snippet.h"
SYMBOL(sem_post)

static void body(void)
{
	sem_t s;
	struct t_thread t[2];
	OK(sem_init(&s, 0, 0));
	for (int i = 0; i < 2; i++) {
		t_start(&t[i], sem_waiter, &s);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 2; i++)
		OK(THIS(&s));
	for (int i = 0; i < 2; i++)
		t_join(&t[i]);
	EQ(sem_value(&s), 0);
	OK(THIS(&s));
	OK(THIS(&s));
	EQ(sem_value(&s), 2);
	OK(sem_destroy(&s));
	OK(sem_init(&s, 0, SEM_VALUE_MAX));
	FAILS(THIS(&s), EOVERFLOW);
}
