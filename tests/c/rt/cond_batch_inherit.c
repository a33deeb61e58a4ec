/* A broadcast to threads of several priorities, the low one owns the mutex: the highest of them boosts
 * it at once, and they come out by priority before the hog is done. */
#include "inversion.h"

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int owned, go, order[8], n;
static double sent, last;

static void *low(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!LOAD(go))
		OK(pthread_cond_wait(&c, &m));
	order[n++] = (int)(long)v;
	last = t_now() - sent;
	OK(pthread_mutex_unlock(&m));
	return NULL;
}

int main(void)
{
	struct t_thread l, g, w[6];
	static const int priorities[6] = { 25, 40, 30, 25, 35, 40 }, want[6] = { 1, 5, 4, 2, 0, 3 };
	inversion_prepare();
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	for (long i = 0; i < 6; i++) {
		t_start_fifo(&w[i], priorities[i], waiter, (void *)i);
		t_blocked(&w[i]);
	}
	t_start_fifo(&l, LOW, low, NULL);
	UNTIL(LOAD(owned));
	t_start_fifo(&g, MIDDLE, hog, NULL);
	sent = t_now();
	STORE(go, 1);
	OK(pthread_cond_broadcast(&c));
	for (int i = 0; i < 6; i++)
		t_join(&w[i]);
	t_join(&g);
	t_join(&l);
	for (int i = 0; i < 6; i++)
		EQ(order[i], want[i]);
	inversion_check(last);
	return 0;
}
