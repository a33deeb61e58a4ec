/* A recursive owner that dies three levels deep: the next owner has it one level deep. */
#include "death.h"

static void *deep(void *v)
{
	struct death *d = v;
	for (int i = 0; i < 3; i++)
		OK(pthread_mutex_lock(&d->m));
	return NULL;
}

static void deep_process(void *v) { deep(v); }

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		struct t_thread t;
		if (k.type != PTHREAD_MUTEX_RECURSIVE)
			continue;
		if (k.shared) {
			t_reap(t_fork(deep_process, d));
		} else {
			t_start(&t, deep, d);
			t_join(&t);
		}
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d->m));
		OK(pthread_mutex_unlock(&d->m));
		OK(t_other_try(&d->m));
		EQ(pthread_mutex_unlock(&d->m), EPERM);
	}
	return 0;
}
