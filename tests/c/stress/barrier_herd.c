/* A herd on one condvar: forty threads meet, the last one broadcasts, again and again, with the herd in
 * two generations at a time. */
// limit: 40
#include "stress.h"

enum { HERD = 40 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int arrived, stop;
static long generation;

static void *member(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!stop) {
		long mine = generation;
		if (++arrived == HERD) {
			arrived = 0;
			STORE(generation, generation + 1);
			if (stress_over())
				stop = 1;
			OK(pthread_cond_broadcast(c));
		}
		while (generation == mine)
			OK(pthread_cond_wait(c, m));
	}
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[HERD];
		pthread_condattr_t a;
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		arrived = stop = 0;
		generation = 0;
		stress_end = t_now() + 0.4;
		for (int i = 0; i < HERD; i++)
			t_start(&t[i], member, NULL);
		for (long before = -1; !stress_over(); before = LOAD(generation))
			UNTIL_OR_STAY(LOAD(generation) != before, "%s: the herd does not move\n", t_where);
		for (int i = 0; i < HERD; i++)
			t_join(&t[i]);
		TRUE(generation > 5);
	}
	return 0;
}
