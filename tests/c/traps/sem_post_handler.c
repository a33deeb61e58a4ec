/* A storm of signals whose handler posts semaphores, many more than can be noted at once, while the
 * interrupted thread posts, waits and times out on the same ones: every token is counted, no waiter is
 * left asleep, and errno stays. */
// limit: 30
#include "sem.h"

enum { SEMS = 24, TAKERS = 4 };
static sem_t *sems[SEMS];
static int posted, taken, stop;

static void post(int i)
{
	errno = 4711;
	int r = sem_post(sems[i]);
	if (r || errno != 4711)
		FAIL("sem_post gave %d, errno %d", r, errno);
	ADD(posted, 1);
}

static void handler(int sig)
{
	int before = errno;
	(void)sig;
	for (int i = 0; i < SEMS; i++)
		post(i);
	errno = before;
}

static void *taker(void *v)
{
	/* Waits without a time limit: a lost wake is a hang, as enough is posted at the end. */
	for (int i = (int)(long)v; !LOAD(stop); i = (i + 5) % SEMS)
		if (sem_wait(sems[i]) == 0)
			ADD(taken, 1);
	return NULL;
}

static void *gunner(void *target)
{
	while (!LOAD(stop)) {
		pthread_kill(*(pthread_t *)target, SIGUSR1);
		t_pause_us(100);
	}
	return NULL;
}

static void busy(double seconds)
{
	struct timespec past = { 1, 0 };
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	for (double end = t_now() + seconds; t_now() < end;)
		for (int i = 0; i < SEMS; i++) {
			if (sem_timedwait(sems[i], &past) == 0)
				ADD(taken, 1);
			post(i);
			OK(pthread_mutex_lock(&own));
			/* 0: a spurious wake, by which a handler's many posts may be made known. */
			int r = pthread_cond_timedwait(&cond, &own, &past);
			EITHER(r, 0, ETIMEDOUT);
			OK(pthread_mutex_unlock(&own));
		}
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int kind = 0; kind < 2; kind++) {
		struct t_thread t[TAKERS], g;
		pthread_t self = pthread_self();
		posted = taken = stop = 0;
		for (int i = 0; i < SEMS; i++)
			sems[i] = sem_make(kind, 0);
		for (long i = 0; i < TAKERS; i++)
			t_start(&t[i], taker, (void *)i);
		t_start(&g, gunner, &self);
		busy(1.5);
		STORE(stop, 1);
		t_join(&g);
		for (int i = 0; i < SEMS * TAKERS; i++) /* all may sleep on one */
			post(i % SEMS);
		for (int i = 0; i < TAKERS; i++)
			t_join(&t[i]);
		for (int i = 0; i < SEMS; i++) {
			taken += sem_value(sems[i]);
			sem_free(kind, sems[i]);
		}
		EQ(taken, posted);
	}
	return 0;
}
