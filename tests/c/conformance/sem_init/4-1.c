/* No byte outside is written, and zeroed memory is a private semaphore of value 0, as programs assume. */
#include "sem.h"

static struct {
	unsigned long before;
	sem_t s;
	unsigned long after;
} zeroed;

int main(void)
{
	struct t_thread t;
	zeroed.before = zeroed.after = 0xa5a5a5a5a5a5a5a5;
	FAILS(sem_trywait(&zeroed.s), EAGAIN);
	t_start(&t, sem_waiter, &zeroed.s);
	t_blocked(&t);
	OK(sem_post(&zeroed.s));
	t_join(&t);
	for (int shared = 0; shared < 2; shared++) {
		OK(sem_init(&zeroed.s, shared, 1));
		OK(sem_wait(&zeroed.s));
		t_start(&t, sem_waiter, &zeroed.s);
		t_blocked(&t);
		OK(sem_post(&zeroed.s));
		t_join(&t);
		OK(sem_destroy(&zeroed.s));
	}
	TRUE(zeroed.before == 0xa5a5a5a5a5a5a5a5 && zeroed.after == 0xa5a5a5a5a5a5a5a5);
	return 0;
}
