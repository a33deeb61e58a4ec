/* destroy of an unlocked mutex gives 0, also after it had waiters, and the memory can be initialised again. */
#include "t.h"

static pthread_mutex_t *m;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		m = t_shared(sizeof *m);
		for (int round = 0; round < 2; round++) {
			struct t_thread t;
			t_mutex(m, k);
			OK(pthread_mutex_lock(m));
			t_start(&t, locker, NULL);
			t_blocked(&t);
			OK(pthread_mutex_unlock(m));
			t_join(&t);
			OK(pthread_mutex_destroy(m));
		}
	}
	return 0;
}
