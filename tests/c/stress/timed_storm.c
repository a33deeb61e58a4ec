/* Many threads with random short deadlines on both clocks, the owner holding on for about as long: the
 * lock or ETIMEDOUT, never before the deadline, never both, and the mutex is free at the end. */
// limit: 40
#include "stress.h"

enum { THREADS = 12 };
static pthread_mutex_t *m;
static int inside;
static long got, late;

static void *worker(void *v)
{
	unsigned seed = (unsigned)(long)v * 2654435761u + 7;
	while (!stress_over()) {
		unsigned r = stress_random(&seed);
		clockid_t clock = r & 1 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
		struct timespec end = t_in_us(clock, r / 2 % 200);
		int x = r & 1 ? pthread_mutex_clocklock(m, clock, &end) : pthread_mutex_timedlock(m, &end);
		if (x == ETIMEDOUT) {
			TRUE(t_passed(clock, end));
			ADD(late, 1);
			continue;
		}
		OK(x);
		EQ(ADD(inside, 1), 1);
		if (r % 4 == 0)
			t_pause_us(r / 256 % 150);
		else
			stress_spin(r / 256 % 4000);
		ADD(inside, -1);
		OK(pthread_mutex_unlock(m));
		ADD(got, 1);
	}
	return NULL;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[THREADS];
		if (k.type == PTHREAD_MUTEX_ADAPTIVE_NP || (k.type != PTHREAD_MUTEX_NORMAL && k.shared))
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		got = late = 0;
		stress_end = t_now() + 0.25;
		for (long i = 0; i < THREADS; i++)
			t_start(&t[i], worker, (void *)i);
		for (int i = 0; i < THREADS; i++)
			t_join(&t[i]);
		TRUE(got > 0);
		OK(t_other_try(m));
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
