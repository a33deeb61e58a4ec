/* Handlers that signal condvars, broadcast, and lock and unlock a mutex, while the thread that they
 * interrupt is itself inside such calls. No wake-up that a handler sent may be lost. */
// limit: 30
#include "t.h"

enum { WAITERS = 6, ROUNDS = 25, NEIGHBOURS = 64 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, handlers = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t by_signal = PTHREAD_COND_INITIALIZER, by_broadcast = PTHREAD_COND_INITIALIZER;
static pthread_cond_t neighbours[NEIGHBOURS];
static int waiting, woken, to_send, to_broadcast, handled;
static volatile sig_atomic_t armed;

static void handler(int s)
{
	(void)s;
	ADD(handled, 1);
	if (pthread_mutex_trylock(&handlers) == 0)
		OK(pthread_mutex_unlock(&handlers));
	if (!armed)
		return;
	if (to_send > 0) {
		to_send--;
		OK(pthread_cond_signal(&by_signal));
	} else if (to_broadcast) {
		to_broadcast = 0;
		OK(pthread_cond_broadcast(&by_broadcast));
	}
}

/* Waits once: its wake-up is sent when it is known to be blocked. */
static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	waiting++;
	OK(pthread_cond_wait(v ? &by_broadcast : &by_signal, &m));
	ADD(woken, 1);
	OK(pthread_mutex_unlock(&m));
	return NULL;
}

static void *contender(void *v)
{
	while (!LOAD(*(int *)v)) {
		OK(pthread_mutex_lock(&handlers));
		sched_yield();
		OK(pthread_mutex_unlock(&handlers));
		t_pause_us(50);
	}
	return NULL;
}

static void *gunner(void *target)
{
	while (!LOAD(waiting) || LOAD(armed)) {
		pthread_kill(*(pthread_t *)target, SIGUSR1);
		t_pause_us(30);
	}
	return NULL;
}

/* The interrupted thread's work: in and out of the lock code as often as it can. */
static void busy(void)
{
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	struct timespec past = { 0, 0 };
	for (int i = 0; i < NEIGHBOURS; i++) {
		OK(pthread_cond_signal(&neighbours[i]));
		OK(pthread_cond_broadcast(&neighbours[i]));
		OK(pthread_mutex_lock(&own));
		EQ(pthread_cond_timedwait(&neighbours[i], &own, &past), ETIMEDOUT);
		OK(pthread_mutex_unlock(&own));
	}
}

static void round_of(void)
{
	struct t_thread w[WAITERS], g;
	pthread_t self = pthread_self();
	waiting = woken = 0;
	for (long i = 0; i < WAITERS; i++)
		t_start(&w[i], waiter, (void *)(i & 1));
	for (int i = 0; i < WAITERS; i++)
		t_blocked(&w[i]);
	to_send = WAITERS / 2;
	to_broadcast = 1;
	armed = 1;
	t_start(&g, gunner, &self);
	double end = t_now() + 10;
	while (LOAD(woken) < WAITERS) {
		busy();
		if (t_now() > end)
			FAIL("%d of %d woken, %d signals not sent: a wake-up was lost", LOAD(woken), WAITERS, to_send);
	}
	armed = 0;
	t_join(&g);
	for (int i = 0; i < WAITERS; i++)
		t_join(&w[i]);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	struct t_thread c;
	int stop = 0;
	OK(sigaction(SIGUSR1, &action, NULL));
	t_start(&c, contender, &stop);
	for (int i = 0; i < ROUNDS; i++)
		round_of();
	STORE(stop, 1);
	t_join(&c);
	TRUE(LOAD(handled) > ROUNDS);
	return 0;
}
