/* Inheritance through a chain: high waits for the lock of a thread that waits for the low one's. */
#include "inversion.h"

static pthread_mutex_t first, second;
static int low_has, middleman_has, go;
static double waited = -1;

static void *low(void *v)
{
	OK(pthread_mutex_lock(&first));
	STORE(low_has, 1);
	UNTIL(LOAD(go)); /* asleep, until the chain stands */
	run_for(SECTION);
	OK(pthread_mutex_unlock(&first));
	return v;
}

static void *middleman(void *v)
{
	OK(pthread_mutex_lock(&second));
	STORE(middleman_has, 1);
	OK(pthread_mutex_lock(&first));
	OK(pthread_mutex_unlock(&first));
	OK(pthread_mutex_unlock(&second));
	return v;
}

static void *high(void *v)
{
	double start = t_now();
	OK(pthread_mutex_lock(&second));
	waited = t_now() - start;
	OK(pthread_mutex_unlock(&second));
	return v;
}

int main(void)
{
	struct t_kind k = t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
	inversion_prepare();
	/* The one between is a real-time thread, and an ordinary one that holds an inherit lock. */
	for (int priority = LOW; priority >= 0; priority -= LOW) {
		struct t_thread l, n, h, g;
		t_mutex(&first, k);
		t_mutex(&second, k);
		STORE(low_has, 0);
		STORE(go, 0);
		STORE(middleman_has, 0);
		t_start_fifo(&l, priority, low, NULL);
		UNTIL(LOAD(low_has));
		t_start_fifo(&n, priority, middleman, NULL);
		UNTIL(LOAD(middleman_has));
		t_blocked(&n);
		STORE(go, 1);
		t_start_fifo(&h, HIGH, high, NULL);
		t_start_fifo(&g, MIDDLE, hog, NULL);
		t_join(&h);
		t_join(&g);
		t_join(&n);
		t_join(&l);
		TRUE(waited >= 0);
		inversion_check(waited);
	}
	return 0;
}
