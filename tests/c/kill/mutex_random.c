// limit: 60
/* Processes killed at random moments around a robust mutex: it excludes, every death inside is told, and
 * the living come through. */
#include "random.h"

static struct shared {
	pthread_mutex_t m;
	int inside;
	long told;
} *s;

static void worker(int id, unsigned seed)
{
	for (;;) {
		int r = pthread_mutex_lock(&s->m);
		if (r == EOWNERDEAD) {
			ADD(s->told, 1);
			OK(pthread_mutex_consistent(&s->m));
		} else {
			OK(r);
			EQ(LOAD(s->inside), 0);
		}
		STORE(s->inside, 1);
		if ((seed & 3) == 0)
			random_pause(&seed, 20);
		STORE(s->inside, 0);
		OK(pthread_mutex_unlock(&s->m));
		ADD(progress[id], 1);
		random_pause(&seed, 3);
		seed = seed * 69069 + 1;
	}
}

int main(void)
{
	s = t_shared(sizeof *s);
	EACH_KIND(k) {
		if (k.robust != PTHREAD_MUTEX_ROBUST || !k.shared || k.type == 3)
			continue;
		s->inside = 0;
		s->told = 0;
		t_mutex(&s->m, k);
		kill_at_random(worker, 600);
		TRUE(s->told > 0);
	}
	return 0;
}
