/* Destroy of a private semaphore that somebody waits for is EBUSY, and the waiter is still served. */
#include "sem.h"

int main(void)
{
	sem_t s;
	struct t_thread t;
	OK(sem_init(&s, 0, 0));
	t_start(&t, sem_waiter, &s);
	t_blocked(&t);
	FAILS(sem_destroy(&s), EBUSY);
	OK(sem_post(&s));
	t_join(&t);
	OK(sem_destroy(&s));
	return 0;
}
