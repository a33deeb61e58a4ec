/* A thread that sleeps in sem_wait is cancelled while a handler that interrupted it posts another semaphore:
 * the handler's call is done whole, so that those who wait for that one go on. */
// limit: 30
#include "sem.h"

enum { ROUNDS = 200, EARS = 3 };
static sem_t *never, *told;
static int in_handler, sent, waits, stop;

static void handler(int sig)
{
	(void)sig;
	STORE(in_handler, 1);
	while (!LOAD(sent))
		sem_post(told);
}

static void *listener(void *v)
{
	while (!LOAD(stop))
		OK(sem_wait(told));
	return v;
}

static void *victim(void *v)
{
	STORE(waits, 1);
	for (;;)
		OK(sem_wait(never));
	return v;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int kind = 0; kind < 2; kind++) {
		struct t_thread ears[EARS];
		never = sem_make(kind, 0);
		told = sem_make(kind, 0);
		stop = 0;
		for (int i = 0; i < EARS; i++)
			t_start(&ears[i], listener, NULL);
		for (int round = 0; round < ROUNDS; round++) {
			struct t_thread t;
			STORE(waits, 0);
			STORE(in_handler, 0);
			STORE(sent, 0);
			t_start(&t, victim, NULL);
			UNTIL(LOAD(waits));
			t_blocked(&t);
			OK(pthread_kill(t.handle, SIGUSR1));
			UNTIL(LOAD(in_handler));
			OK(pthread_cancel(t.handle));
			STORE(sent, 1);
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(sem_value(never), 0);
			UNTIL(sem_value(told) == 0); /* a token that nobody takes was posted without its wake */
		}
		STORE(stop, 1);
		for (int i = 0; i < EARS; i++)
			OK(sem_post(told));
		for (int i = 0; i < EARS; i++)
			t_join(&ears[i]);
	}
	return 0;
}
