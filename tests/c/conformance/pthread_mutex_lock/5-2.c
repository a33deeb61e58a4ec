/* Memory filled with garbage of many patterns: an error or a lock, never a hang, a crash or an abort. */
#include "t.h"

static unsigned next(unsigned *s) { return *s = *s * 1664525u + 1013904223u; }

static void *poke(void *v)
{
	pthread_mutex_t *m = v;
	struct timespec real = t_in(CLOCK_REALTIME, 5);
	if (pthread_mutex_trylock(m) == 0)
		pthread_mutex_unlock(m);
	if (pthread_mutex_timedlock(m, &real) == 0)
		pthread_mutex_unlock(m);
	pthread_mutex_destroy(m);
	return NULL;
}

int main(void)
{
	unsigned seed = 7;
	for (int round = 0; round < 40; round++) {
		union { pthread_mutex_t m; unsigned w[10]; } u;
		for (unsigned i = 0; i < 10; i++)
			u.w[i] = next(&seed);
		/* Robust garbage is left out: its list pointers are part of what POSIX lets be undefined. */
		u.m.__data.__kind &= ~16;
		struct t_thread t;
		t_start(&t, poke, &u);
		t_join(&t);
	}
	return 0;
}
