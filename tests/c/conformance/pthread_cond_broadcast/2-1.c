/* Signals and new waiters while a broadcast is still being worked off: new waiters need their own
 * wake-ups, old ones get theirs. */
#include "t.h"

enum { OLD = 4, NEW = 3, ROUNDS = 50 };
static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, tokens, old_done, waiting;

static void *old_waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	waiting++;
	while (!go)
		OK(pthread_cond_wait(&c, m));
	old_done++;
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *new_waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	waiting++;
	while (!tokens)
		OK(pthread_cond_wait(&c, m));
	tokens--;
	OK(pthread_mutex_unlock(m));
	return v;
}

static int count(void)
{
	OK(pthread_mutex_lock(m));
	int n = waiting;
	OK(pthread_mutex_unlock(m));
	return n;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		for (int round = 0; round < ROUNDS; round++) {
			struct t_thread o[OLD], n[NEW];
			go = tokens = old_done = waiting = 0;
			for (int i = 0; i < OLD; i++)
				t_start(&o[i], old_waiter, NULL);
			UNTIL(count() == OLD);
			OK(pthread_mutex_lock(m));
			go = 1;
			waiting = 0;
			OK(pthread_cond_broadcast(&c));
			OK(pthread_mutex_unlock(m));
			for (int i = 0; i < NEW; i++)
				t_start(&n[i], new_waiter, NULL);
			UNTIL(count() == NEW);
			for (int i = 0; i < NEW; i++) {
				OK(pthread_mutex_lock(m));
				tokens++;
				OK(pthread_cond_signal(&c));
				OK(pthread_mutex_unlock(m));
			}
			for (int i = 0; i < NEW; i++)
				t_join(&n[i]);
			for (int i = 0; i < OLD; i++)
				t_join(&o[i]);
			EQ(old_done, OLD);
		}
	}
	return 0;
}
