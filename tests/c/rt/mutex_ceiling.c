/* A ceiling mutex keeps the low owner above the middle thread. */
#include "inversion.h"

static pthread_mutex_t m;
static int owned;
static double waited = -1;

static void *low(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void *high(void *v)
{
	double start = t_now();
	OK(pthread_mutex_lock(&m));
	waited = t_now() - start;
	OK(pthread_mutex_unlock(&m));
	return v;
}

int main(void)
{
	struct t_thread l, h, g;
	inversion_prepare();
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, HIGH);
	t_start_fifo(&l, LOW, low, NULL);
	UNTIL(LOAD(owned));
	t_start_fifo(&h, HIGH, high, NULL);
	t_start_fifo(&g, MIDDLE, hog, NULL);
	t_join(&h);
	t_join(&g);
	t_join(&l);
	TRUE(waited >= 0);
	inversion_check(waited);
	return 0;
}
