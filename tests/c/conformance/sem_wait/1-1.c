/* A waiter sleeps while the value is 0, and as many waiters as there are posts return. */
#include "sem.h"

enum { WAITERS = 6 };

int main(void)
{
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 0);
		struct t_thread t[WAITERS];
		for (int i = 0; i < WAITERS; i++) {
			t_start(&t[i], sem_waiter, s);
			t_blocked(&t[i]);
		}
		EQ(sem_value(s), 0);
		for (int i = 0; i < WAITERS; i++)
			OK(sem_post(s));
		for (int i = 0; i < WAITERS; i++)
			t_join(&t[i]);
		EQ(sem_value(s), 0);
		sem_free(kind, s);
	}
	return 0;
}
