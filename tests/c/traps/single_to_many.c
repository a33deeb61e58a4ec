/* A process with one thread takes short cuts. A lock taken then is a real lock when threads come: they
 * block on it, and its unlock wakes them; a child of fork has one thread again. */
#include "t.h"

static pthread_mutex_t *m;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return v;
}

static void one_to_many(struct t_kind k)
{
	struct t_thread t[2];
	m = t_shared(sizeof *m);
	t_mutex(m, k);
	for (int i = 0; i < 3; i++) {
		OK(pthread_mutex_lock(m));
		OK(pthread_mutex_unlock(m));
	}
	OK(pthread_mutex_lock(m)); /* while there is one thread */
	for (int i = 0; i < 2; i++) {
		t_start(&t[i], locker, NULL);
		t_blocked(&t[i]);
	}
	OK(pthread_mutex_unlock(m)); /* while there are three */
	for (int i = 0; i < 2; i++)
		t_join(&t[i]);
	OK(pthread_mutex_lock(m)); /* one again */
	OK(pthread_mutex_unlock(m));
}

static void child(void *v) { one_to_many(*(struct t_kind *)v); }

int main(void)
{
	/* Each kind in a child of its own, forked while this process has never had a second thread. */
	EACH_KIND(k) t_reap(t_fork(child, &k));
	EACH_KIND(k) {
		one_to_many(k);
		t_reap(t_fork(child, &k));
	}
	return 0;
}
