/* A normal mutex that its owner locks again: deadlock, without an error and without an abort. */
#include "t.h"

static pthread_mutex_t *m;

static void *relocker(void *v)
{
	OK(pthread_mutex_lock(m));
	int r = pthread_mutex_lock(m);
	FAIL("the second lock came back with %s", t_error(r));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		if (k.type != PTHREAD_MUTEX_NORMAL && k.type != PTHREAD_MUTEX_ADAPTIVE_NP)
			continue;
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		t_start(&t, relocker, NULL);
		t_blocked(&t);
		EQ(t_other_try(m), EBUSY);
	}
	_exit(0); /* the deadlocked threads go with the process */
}
