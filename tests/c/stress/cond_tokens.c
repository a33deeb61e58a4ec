/* Producers and consumers with exact accounting. Patient consumers wait without a deadline; hasty ones
 * wait with short deadlines, or are cancelled, and then leave. Tokens come with a signal each or with a
 * broadcast, under the mutex or after it. A lost wake-up leaves a token lying while patient consumers
 * sleep: then nothing moves any more. */
// limit: 60
#include "stress.h"

enum { PATIENT = 6, HASTY = 6, ROUNDS = 120 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int tokens, taken, stop, hasty_waiting;

static void *patient(void *v)
{
	OK(pthread_mutex_lock(m));
	for (;;) {
		while (!tokens && !stop)
			OK(pthread_cond_wait(c, m));
		if (!tokens)
			break;
		tokens--;
		ADD(taken, 1);
	}
	OK(pthread_mutex_unlock(m));
	return v;
}

static void unlock(void *v)
{
	(void)v;
	OK(pthread_mutex_unlock(m));
}

static void *hasty(void *v)
{
	unsigned r = (unsigned)(long)v;
	clockid_t clock = r & 1 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
	struct timespec end = t_in_us(clock, r & 2 ? 60000000 : r / 8 % 700);
	int x = 0;
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(unlock, NULL);
	ADD(hasty_waiting, 1);
	while (!tokens && !stop && x == 0)
		x = r & 4 ? pthread_cond_wait(c, m) : pthread_cond_clockwait(c, m, clock, &end);
	EITHER(x, 0, ETIMEDOUT);
	if (tokens) {
		tokens--;
		ADD(taken, 1);
	}
	pthread_cleanup_pop(1);
	return NULL;
}

/* Puts `n` tokens, a signal for each, or a broadcast for all. */
static void produce(int n, unsigned style)
{
	if (style % 4 == 0) {
		OK(pthread_mutex_lock(m));
		tokens += n;
		if (style & 4)
			OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		if (!(style & 4))
			OK(pthread_cond_broadcast(c));
		return;
	}
	for (int i = 0; i < n; i++) {
		OK(pthread_mutex_lock(m));
		tokens++;
		if (style & 8)
			OK(pthread_cond_signal(c));
		OK(pthread_mutex_unlock(m));
		if (!(style & 8))
			OK(pthread_cond_signal(c));
		if (style & 16)
			stress_spin(style >> 16);
	}
}

static void round_of(unsigned *seed, int *total)
{
	struct t_thread h[HASTY];
	unsigned style = stress_random(seed);
	int n = 1 + (int)(style / 32 % PATIENT);
	for (int i = 0; i < HASTY; i++)
		t_start(&h[i], hasty, (void *)(long)stress_random(seed));
	if (style & 1)
		UNTIL(LOAD(hasty_waiting) % HASTY == 0 && LOAD(hasty_waiting) > 0);
	for (int i = 0; i < HASTY; i += 2)
		if (style >> (8 + i) & 1)
			OK(pthread_cancel(h[i].handle));
	produce(n, style);
	for (int i = 1; i < HASTY; i += 2)
		OK(pthread_cancel(h[i].handle));
	*total += n;
	UNTIL_OR_STAY(LOAD(taken) == *total, "%s: %d tokens, %d taken: a wake-up was lost\n", t_where, *total, LOAD(taken));
	for (int i = 0; i < HASTY; i += 2)
		OK(pthread_cancel(h[i].handle));
	for (int i = 0; i < HASTY; i++)
		t_join(&h[i]);
	hasty_waiting = 0;
}

int main(void)
{
	unsigned seed = 12345;
	EACH_KIND(k) {
		struct t_thread p[PATIENT];
		pthread_condattr_t a;
		int total = 0;
		if (k.type != PTHREAD_MUTEX_NORMAL && (k.shared || k.robust))
			continue;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		tokens = taken = stop = 0;
		for (int i = 0; i < PATIENT; i++)
			t_start(&p[i], patient, NULL);
		for (int i = 0; i < ROUNDS; i++)
			round_of(&seed, &total);
		OK(pthread_mutex_lock(m));
		EQ(tokens, 0);
		stop = 1;
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < PATIENT; i++)
			t_join(&p[i]);
		OK(pthread_cond_destroy(c));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
