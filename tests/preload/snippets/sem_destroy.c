/* Gives 0, also right after a wait; the semaphore can be initialised again. */
#include "snippet.h"
SYMBOL(sem_destroy)

static void body(void)
{
	sem_t s;
	for (int i = 0; i < 4; i++) {
		struct t_thread t;
		OK(sem_init(&s, i & 1, 0));
		t_start(&t, sem_waiter, &s);
		t_blocked(&t);
		OK(sem_post(&s));
		t_join(&t);
		OK(THIS(&s));
	}
}
