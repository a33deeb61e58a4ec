/* A post at SEM_VALUE_MAX is EOVERFLOW, and changes nothing; a post that succeeds leaves errno alone. */
#include "sem.h"

int main(void)
{
	EACH_SEM(kind) {
		struct t_thread t;
		sem_t *s = sem_make(kind, SEM_VALUE_MAX);
		FAILS(sem_post(s), EOVERFLOW);
		EQ(sem_value(s), SEM_VALUE_MAX);
		OK(sem_wait(s));
		errno = 4711;
		OK(sem_post(s));
		EQ(errno, 4711);
		sem_free(kind, s);
		s = sem_make(kind, 0);
		t_start(&t, sem_waiter, s);
		t_blocked(&t);
		errno = 4711;
		OK(sem_post(s));
		EQ(errno, 4711);
		t_join(&t);
		errno = 4711;
		OK(sem_post(s));
		OK(sem_wait(s));
		OK(sem_post(s));
		OK(sem_trywait(s));
		EQ(errno, 4711);
		sem_free(kind, s);
	}
	return 0;
}
