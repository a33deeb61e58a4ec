/* A ring of threads, each with its own condvar, all with one mutex, passes several balls on. One lost
 * wake-up stops a ball for ever. */
// limit: 40
#include "stress.h"

enum { RING = 12, BALLS = 3 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int balls[RING], stop;
static long passes;

static void *player(void *v)
{
	long me = (long)v, next = (me + 1) % RING;
	OK(pthread_mutex_lock(m));
	while (!stop) {
		while (!balls[me] && !stop)
			OK(pthread_cond_wait(&c[me], m));
		if (stop)
			break;
		balls[me]--;
		balls[next]++;
		STORE(passes, passes + 1);
		OK(pthread_cond_signal(&c[next]));
	}
	OK(pthread_mutex_unlock(m));
	return NULL;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[RING];
		pthread_condattr_t a;
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		m = t_shared(sizeof *m);
		c = t_shared(RING * sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		for (int i = 0; i < RING; i++)
			OK(pthread_cond_init(&c[i], &a));
		memset(balls, 0, sizeof balls);
		for (int i = 0; i < BALLS; i++)
			balls[i * RING / BALLS] = 1;
		stop = 0;
		passes = 0;
		for (long i = 0; i < RING; i++)
			t_start(&t[i], player, (void *)i);
		stress_end = t_now() + 0.5;
		for (long before = -1; !stress_over(); before = LOAD(passes))
			UNTIL_OR_STAY(LOAD(passes) != before, "%s: the balls do not move\n", t_where);
		OK(pthread_mutex_lock(m));
		stop = 1;
		for (int i = 0; i < RING; i++)
			OK(pthread_cond_broadcast(&c[i]));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < RING; i++)
			t_join(&t[i]);
		int sum = 0;
		for (int i = 0; i < RING; i++)
			sum += balls[i];
		EQ(sum, BALLS);
	}
	return 0;
}
