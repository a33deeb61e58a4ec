/* A post and a cancellation at once: the token goes to the cancelled waiter's successor, or stays. */
#include "sem.h"

enum { ROUNDS = 150 };
static sem_t *s;
static int got;

static void *waiter(void *v)
{
	OK(sem_wait(s));
	ADD(got, 1);
	return v;
}

int main(void)
{
	EACH_SEM(kind) {
		s = sem_make(kind, 0);
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread a, b;
			STORE(got, 0);
			t_start(&a, waiter, NULL);
			t_start(&b, waiter, NULL);
			if (i % 3 == 0) {
				t_blocked(&a);
				t_blocked(&b);
			}
			if (i & 1) {
				OK(sem_post(s));
				OK(pthread_cancel(a.handle));
			} else {
				OK(pthread_cancel(a.handle));
				OK(sem_post(s));
			}
			void *r = t_join(&a);
			if (r != PTHREAD_CANCELED) /* it had the token */
				OK(sem_post(s));
			t_join(&b);
			EQ(sem_value(s), 0);
		}
		sem_free(kind, s);
	}
	return 0;
}
