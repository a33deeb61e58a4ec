/* unlock makes the mutex available: each of three blocked threads gets it, every kind. */
#include "t.h"

static pthread_mutex_t *m;
static int got;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	ADD(got, 1);
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t[3];
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		STORE(got, 0);
		OK(pthread_mutex_lock(m));
		for (int i = 0; i < 3; i++) {
			t_start(&t[i], locker, NULL);
			t_blocked(&t[i]);
		}
		EQ(LOAD(got), 0);
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < 3; i++)
			t_join(&t[i]);
		EQ(got, 3);
		OK(pthread_mutex_destroy(m));
	}
	return 0;
}
