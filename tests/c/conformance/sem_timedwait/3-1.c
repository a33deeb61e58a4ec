/* Posted before the deadline it returns 0; a far deadline waits; a handler ends it with EINTR. */
#include "sem.h"

static void handler(int sig) { (void)sig; }

static void *waiter(void *s)
{
	struct timespec near = t_in(CLOCK_REALTIME, 15000), far = { LONG_MAX, 999999999 };
	OK(sem_timedwait(s, &near));
	OK(sem_clockwait(s, CLOCK_MONOTONIC, &far));
	FAILS(sem_timedwait(s, &near), EINTR);
	return NULL;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	EACH_SEM(kind) {
		struct t_thread t;
		sem_t *s = sem_make(kind, 0);
		t_start(&t, waiter, s);
		for (int i = 0; i < 2; i++) {
			t_blocked(&t);
			OK(sem_post(s));
			UNTIL(sem_value(s) == 0);
		}
		t_blocked(&t);
		OK(pthread_kill(t.handle, SIGUSR1));
		t_join(&t);
		sem_free(kind, s);
	}
	return 0;
}
