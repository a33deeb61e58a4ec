/* A process killed at any instant of locking and unlocking: the parent always gets the mutex, hears of
 * a death inside the critical section, and can go on. All robust shared kinds. */
// limit: 60
#include "death.h"

enum { KILLS = 250 };
struct area {
	pthread_mutex_t m;
	int ready;
	long a, b; /* equal but for inside the critical section */
};

static void worker(void *v)
{
	struct area *s = v;
	for (;;) {
		int r = pthread_mutex_lock(&s->m);
		if (r == EOWNERDEAD) { /* the other worker was killed first */
			s->a = s->b;
			OK(pthread_mutex_consistent(&s->m));
		} else {
			OK(r);
		}
		STORE(s->a, s->a + 1);
		STORE(s->b, s->b + 1);
		STORE(s->ready, 1);
		OK(pthread_mutex_unlock(&s->m));
	}
}

static void round_of(struct area *s, unsigned delay)
{
	pid_t one = t_fork(worker, s), two = t_fork(worker, s);
	UNTIL(LOAD(s->ready));
	for (volatile unsigned i = 0; i < delay; i++)
		;
	OK(kill(one, SIGKILL));
	OK(kill(two, SIGKILL));
	t_wait(one);
	t_wait(two);
	int r = pthread_mutex_lock(&s->m);
	if (r == EOWNERDEAD) {
		s->a = s->b;
		OK(pthread_mutex_consistent(&s->m));
	} else {
		OK(r);
		EQ(s->a, s->b);
	}
	OK(pthread_mutex_unlock(&s->m));
	STORE(s->ready, 0);
}

int main(void)
{
	unsigned seed = 1;
	EACH_ROBUST(k) {
		if (!k.shared)
			continue;
		struct area *s = t_shared(sizeof *s);
		t_mutex(&s->m, k);
		for (int i = 0; i < KILLS; i++) {
			seed = seed * 1664525u + 1013904223u;
			round_of(s, seed >> 16);
		}
		OK(pthread_mutex_lock(&s->m));
		OK(pthread_mutex_unlock(&s->m));
	}
	return 0;
}
