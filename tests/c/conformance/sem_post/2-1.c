/* The token goes to the waiter of highest priority, to the one that has waited longest among equals. */
#include "sem.h"

enum { WAITERS = 6 };
static sem_t *s;
static int order[WAITERS], came;

static void *waiter(void *v)
{
	OK(sem_wait(s));
	int place = ADD(came, 1);
	STORE(order[place - 1], (int)(long)v);
	return NULL;
}

int main(void)
{
	static const int priorities[WAITERS] = { 10, 30, 20, 80, 30, 0 }, want[WAITERS] = { 3, 1, 4, 2, 0, 5 };
	t_pin();
	EACH_SEM(kind) {
		struct t_thread t[WAITERS];
		s = sem_make(kind, 0);
		came = 0;
		for (long i = 0; i < WAITERS; i++) {
			t_start_fifo(&t[i], priorities[i], waiter, (void *)i);
			t_blocked(&t[i]);
		}
		for (int i = 0; i < WAITERS; i++) {
			OK(sem_post(s));
			UNTIL(LOAD(came) == i + 1);
		}
		for (int i = 0; i < WAITERS; i++)
			t_join(&t[i]);
		for (int i = 0; i < WAITERS; i++)
			EQ(order[i], want[i]);
		sem_free(kind, s);
	}
	return 0;
}
