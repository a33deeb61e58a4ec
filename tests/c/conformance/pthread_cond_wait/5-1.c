/* Threads that wait on one condvar with different mutexes, which POSIX leaves undefined: a broadcast
 * reaches each, with its own mutex. */
#include "t.h"

static pthread_mutex_t m[4];
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	pthread_mutex_t *mine = v;
	OK(pthread_mutex_lock(mine));
	while (!LOAD(go)) {
		int r = pthread_cond_wait(&c, mine);
		EITHER(r, 0, EINVAL);
	}
	EQ(t_other_try(mine), EBUSY);
	OK(pthread_mutex_unlock(mine));
	return NULL;
}

int main(void)
{
	struct t_thread t[8];
	for (int i = 0; i < 4; i++)
		t_mutex(&m[i], t_kind_of(i & 1 ? PTHREAD_MUTEX_ERRORCHECK : PTHREAD_MUTEX_NORMAL, i & 2 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
					 PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	for (int i = 0; i < 8; i++) {
		t_start(&t[i], waiter, &m[i & 3]);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 4; i++)
		OK(pthread_mutex_lock(&m[i]));
	STORE(go, 1);
	OK(pthread_cond_broadcast(&c));
	for (int i = 0; i < 4; i++)
		OK(pthread_mutex_unlock(&m[i]));
	for (int i = 0; i < 8; i++)
		t_join(&t[i]);
	OK(pthread_cond_destroy(&c));
	return 0;
}
