/* Inherit locks taken in nests of up to four, by ordinary and real-time threads, some with deadlines that
 * pass, some recursive or error-checking: exclusion holds and everybody comes to an end. */
// limit: 30
#include "stress.h"

enum { THREADS = 8, LOCKS = 6 };
static pthread_mutex_t m[LOCKS];
static volatile long count[LOCKS];
static long wins[LOCKS];
static int inside[LOCKS];

static void nest(int first, unsigned *seed, int depth)
{
	for (int i = first; i < LOCKS && depth > 0; i++) {
		unsigned r = stress_random(seed);
		if (r & 1)
			continue;
		struct timespec end = t_in_us(CLOCK_MONOTONIC, r / 16 % 400);
		int x = r & 6 ? pthread_mutex_lock(&m[i]) : pthread_mutex_clocklock(&m[i], CLOCK_MONOTONIC, &end);
		if (x == ETIMEDOUT)
			return;
		OK(x);
		EQ(ADD(inside[i], 1), 1);
		count[i] = count[i] + 1;
		if (r % 32 == 0)
			t_pause_us(r / 64 % 100);
		nest(i + 1, seed, depth - 1);
		ADD(inside[i], -1);
		OK(pthread_mutex_unlock(&m[i]));
		ADD(wins[i], 1);
	}
}

static void *worker(void *v)
{
	unsigned seed = (unsigned)(long)v * 2654435761u + 31;
	while (!stress_over()) {
		nest(0, &seed, 4);
		t_pause_us(stress_random(&seed) % 100);
	}
	return NULL;
}

int main(void)
{
	struct t_thread t[THREADS];
	static const int types[LOCKS] = { 0, 1, 2, 0, 1, 2 };
	t_fifo(40);
	for (int i = 0; i < LOCKS; i++)
		t_mutex(&m[i], t_kind_of(types[i], PTHREAD_PRIO_INHERIT, i == 3, PTHREAD_PROCESS_PRIVATE));
	stress_end = t_now() + 3;
	for (long i = 0; i < THREADS; i++)
		t_start_fifo(&t[i], i % 2 ? 0 : 10 + (int)i, worker, (void *)i);
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	for (int i = 0; i < LOCKS; i++) {
		EQ(count[i], wins[i]);
		TRUE(count[i] > 10);
		OK(t_other_try(&m[i]));
	}
	return 0;
}
