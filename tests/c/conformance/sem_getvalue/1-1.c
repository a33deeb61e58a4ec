/* While threads wait the value is 0, or minus their number; it is what was posted when they are gone. */
#include "sem.h"

enum { WAITERS = 3 };

int main(void)
{
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 0);
		struct t_thread t[WAITERS];
		for (int i = 0; i < WAITERS; i++) {
			t_start(&t[i], sem_waiter, s);
			t_blocked(&t[i]);
			EITHER(sem_value(s), 0, -(i + 1));
		}
		for (int i = 0; i < WAITERS; i++)
			OK(sem_post(s));
		for (int i = 0; i < WAITERS; i++)
			t_join(&t[i]);
		EQ(sem_value(s), 0);
		OK(sem_post(s));
		EQ(sem_value(s), 1);
		EQ(sem_value(s), 1);
		sem_free(kind, s);
	}
	return 0;
}
