/* Posts from handlers that interrupted the lock code itself wake their waiters without any help: each
 * round ends when every blocked thread has come back. */
// limit: 30
#include "sem.h"

enum { WAITERS = 16, ROUNDS = 40 };
static sem_t *sems[WAITERS];
static int woken;
static volatile sig_atomic_t armed;

static void handler(int sig)
{
	(void)sig;
	if (!armed)
		return;
	armed = 0;
	for (int i = 0; i < WAITERS; i++)
		OK(sem_post(sems[i]));
}

static void *waiter(void *s)
{
	OK(sem_wait(s));
	ADD(woken, 1);
	return NULL;
}

static void *gunner(void *target)
{
	while (LOAD(armed)) {
		pthread_kill(*(pthread_t *)target, SIGUSR1);
		t_pause_us(50);
	}
	return NULL;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	struct timespec past = { 1, 0 };
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int i = 0; i < WAITERS; i++)
		sems[i] = sem_make(SEM_PRIVATE, 0);
	for (int round = 0; round < ROUNDS; round++) {
		struct t_thread t[WAITERS], g;
		pthread_t self = pthread_self();
		woken = 0;
		for (int i = 0; i < WAITERS; i++)
			t_start(&t[i], waiter, sems[i]);
		for (int i = 0; i < WAITERS; i++)
			t_blocked(&t[i]);
		armed = 1;
		t_start(&g, gunner, &self);
		while (LOAD(armed)) {
			OK(pthread_mutex_lock(&own));
			/* 0: a spurious wake, by which a handler's many posts may be made known. */
			int r = pthread_cond_timedwait(&cond, &own, &past);
			EITHER(r, 0, ETIMEDOUT);
			OK(pthread_mutex_unlock(&own));
		}
		UNTIL(LOAD(woken) == WAITERS);
		t_join(&g);
		for (int i = 0; i < WAITERS; i++)
			t_join(&t[i]);
	}
	return 0;
}
