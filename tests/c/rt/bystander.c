/* A real-time thread's lock, unlock, wait and signal never wait for a bystander: an ordinary thread that
 * was stopped inside the lock code while it used other objects. The hog keeps it from going on. */
// limit: 40
#include "inversion.h"

enum { OBJECTS = 64, ROUNDS = 12 };
static pthread_mutex_t m[OBJECTS];
static pthread_cond_t c[OBJECTS];
static int stop;

/* Ordinary threads, in and out of the slow paths of many objects. */
static void *bystander(void *v)
{
	long me = (long)v;
	for (unsigned i = 0; !LOAD(stop); i++) {
		pthread_mutex_t *mine = &m[(i * 7 + (unsigned)me) % OBJECTS];
		pthread_cond_t *cond = &c[(i * 7 + (unsigned)me) % OBJECTS];
		struct timespec soon = t_in_us(CLOCK_MONOTONIC, 50);
		OK(pthread_mutex_lock(mine));
		int r = pthread_cond_clockwait(cond, mine, CLOCK_MONOTONIC, &soon);
		EITHER(r, 0, ETIMEDOUT);
		OK(pthread_cond_broadcast(cond));
		OK(pthread_mutex_unlock(mine));
	}
	return NULL;
}

static double worst;

/* Once, with the hog ready below: signals, broadcasts and a timed-out wait on objects of its own. */
static void *high(void *v)
{
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond[OBJECTS];
	struct timespec past = { 0, 0 };
	memset(cond, 0, sizeof cond);
	for (int i = 0; i < OBJECTS; i++) {
		double start = t_now();
		OK(pthread_mutex_lock(&own));
		EQ(pthread_cond_timedwait(&cond[i], &own, &past), ETIMEDOUT);
		OK(pthread_mutex_unlock(&own));
		OK(pthread_cond_signal(&c[i]));
		OK(pthread_cond_broadcast(&c[i]));
		double took = t_now() - start;
		if (took > worst)
			worst = took;
	}
	return v;
}

int main(void)
{
	struct t_thread b[4];
	inversion_prepare();
	for (int i = 0; i < OBJECTS; i++)
		t_mutex(&m[i], t_kind_of(PTHREAD_MUTEX_NORMAL, i & 1, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	for (long i = 0; i < 4; i++)
		t_start_fifo(&b[i], 0, bystander, (void *)i);
	for (int i = 0; i < ROUNDS; i++) {
		struct t_thread h, g;
		t_pause_us(3000 + i * 137); /* lets them run: wherever they are then, they are stopped */
		t_start_fifo(&g, MIDDLE, hog, NULL);
		t_start_fifo(&h, HIGH, high, NULL);
		t_join(&h);
		t_join(&g);
	}
	STORE(stop, 1);
	for (int i = 0; i < 4; i++)
		t_join(&b[i]);
	if (worst > MARGIN)
		FAIL("a real-time thread was held up for %.0f ms", worst * 1e3);
	return 0;
}
