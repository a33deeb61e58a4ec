/* The deadline passes while another thread owns the mutex: the wait returns only with the mutex. */
#include "t.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, returned;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	struct timespec end = t_in(CLOCK_REALTIME, 15);
	STORE(waiting, 1);
	int r;
	while ((r = pthread_cond_timedwait(&c, m, &end)) == 0)
		;
	EQ(r, ETIMEDOUT);
	STORE(returned, 1);
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		STORE(waiting, 0);
		STORE(returned, 0);
		t_start(&t, waiter, NULL);
		UNTIL(LOAD(waiting));
		OK(pthread_mutex_lock(m));
		if (!LOAD(returned)) {
			t_pause_us(20000); /* past the deadline */
			t_blocked(&t);
			EQ(LOAD(returned), 0);
		}
		OK(pthread_mutex_unlock(m));
		t_join(&t);
	}
	return 0;
}
