/* An ordinary thread blocked on an inherit mutex becomes real-time: from then on it boosts the owner. */
#include "inversion.h"

static pthread_mutex_t m;
static int owned, go;
static double waited = -1, raised;

static void *low(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(owned, 1);
	while (!LOAD(go))
		t_pause_us(200);
	run_for(SECTION);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	waited = t_now() - raised;
	OK(pthread_mutex_unlock(&m));
	return v;
}

int main(void)
{
	inversion_prepare();
	for (int setter = 0; setter < 2; setter++) {
		struct t_thread l, w, g;
		struct sched_param p = { .sched_priority = HIGH };
		t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		STORE(owned, 0);
		STORE(go, 0);
		t_start_fifo(&l, LOW, low, NULL);
		UNTIL(LOAD(owned));
		t_start_fifo(&w, 0, waiter, NULL);
		t_blocked(&w);
		STORE(go, 1);
		t_start_fifo(&g, MIDDLE, hog, NULL);
		raised = t_now();
		if (setter)
			OK(sched_setscheduler(w.tid, SCHED_FIFO, &p));
		else
			OK(pthread_setschedparam(w.handle, SCHED_FIFO, &p));
		t_join(&w);
		t_join(&g);
		t_join(&l);
		inversion_check(waited);
	}
	return 0;
}
