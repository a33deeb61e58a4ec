/* What was posted for a waiting real-time thread cannot be taken by a thread that comes later. */
#include "sem.h"

int main(void)
{
	sem_t s;
	t_pin();
	OK(sem_init(&s, 0, 0));
	for (int i = 0; i < 50; i++) {
		struct t_thread t;
		/* This thread stays above it, so that the woken one cannot run before trywait. */
		t_fifo(60);
		t_start_fifo(&t, 20, sem_waiter, &s);
		t_blocked(&t);
		OK(sem_post(&s));
		FAILS(sem_trywait(&s), EAGAIN);
		t_join(&t);
	}
	OK(sem_destroy(&s));
	return 0;
}
