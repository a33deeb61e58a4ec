/* Mutual exclusion over all kinds at once, by all forms of lock, with nested pairs: every success is one
 * more in a counter that only the mutex protects. */
// limit: 30
#include "stress.h"

enum { THREADS = 8, KINDS = 32 };
static struct {
	pthread_mutex_t m;
	volatile long count;
	long wins;
	int inside;
} *cell;

static int lock_somehow(pthread_mutex_t *m, unsigned choice)
{
	struct timespec t;
	switch (choice % 5) {
	case 0:
	case 1:
		return pthread_mutex_lock(m);
	case 2:
		return pthread_mutex_trylock(m);
	case 3:
		t = t_in_us(CLOCK_REALTIME, choice / 5 % 300);
		return pthread_mutex_timedlock(m, &t);
	default:
		t = t_in_us(CLOCK_MONOTONIC, choice / 5 % 300);
		return pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &t);
	}
}

/* Takes one cell, and sometimes a higher one inside it. */
static void visit(unsigned i, unsigned *seed, int depth)
{
	unsigned choice = stress_random(seed);
	int r = lock_somehow(&cell[i].m, choice);
	if (r == EBUSY || r == ETIMEDOUT)
		return;
	OK(r);
	EQ(ADD(cell[i].inside, 1), 1);
	cell[i].count = cell[i].count + 1;
	if (choice % 16 == 0)
		stress_spin(choice >> 20);
	if (choice % 64 == 1)
		sched_yield();
	if (depth && choice % 8 == 2 && i + 1 < KINDS)
		visit(i + 1 + choice / 64 % (KINDS - i - 1), seed, depth - 1);
	ADD(cell[i].inside, -1);
	OK(pthread_mutex_unlock(&cell[i].m));
	ADD(cell[i].wins, 1);
}

static void *worker(void *v)
{
	unsigned seed = (unsigned)(long)v * 2654435761u + 1;
	while (!stress_over())
		for (int i = 0; i < 50; i++) {
			unsigned r = stress_random(&seed);
			/* Half of all visits to two cells: those are fought for. */
			visit(r & 1 ? r / 2 % 2 * 6 : r / 2 % KINDS, &seed, 2);
		}
	return NULL;
}

int main(void)
{
	struct t_thread t[THREADS];
	cell = t_shared(KINDS * sizeof *cell);
	for (int i = 0; i < KINDS; i++) {
		struct t_kind k;
		t_kind_at(i, &k);
		t_mutex(&cell[i].m, k);
	}
	t_where = "";
	stress_end = t_now() + 3;
	for (long i = 0; i < THREADS; i++)
		t_start(&t[i], worker, (void *)i);
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	for (int i = 0; i < KINDS; i++) {
		EQ(cell[i].count, cell[i].wins);
		OK(pthread_mutex_trylock(&cell[i].m));
		OK(pthread_mutex_unlock(&cell[i].m));
		OK(pthread_mutex_destroy(&cell[i].m));
	}
	return 0;
}
