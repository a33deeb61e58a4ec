/* A condvar is unmapped right after it was destroyed, which POSIX allows right after a broadcast: the
 * woken threads, who have yet to get the mutex, may not touch it again. */
#include "t.h"

enum { WAITERS = 4, ROUNDS = 60 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int waiting, go;

static void *waiter(void *v)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	pthread_cond_t *mine = c;
	OK(pthread_mutex_lock(m));
	waiting++;
	while (!go)
		OK(v ? pthread_cond_timedwait(mine, m, &far) : pthread_cond_wait(mine, m));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static int count(void)
{
	OK(pthread_mutex_lock(m));
	int n = waiting;
	OK(pthread_mutex_unlock(m));
	return n;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread t[WAITERS];
			pthread_condattr_t a;
			m = t_shared(sizeof *m);
			c = t_shared(sizeof *c);
			t_mutex(m, k);
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, k.shared));
			OK(pthread_cond_init(c, &a));
			waiting = go = 0;
			for (long j = 0; j < WAITERS; j++)
				t_start(&t[j], waiter, (void *)(j & 1));
			UNTIL(count() == WAITERS);
			OK(pthread_mutex_lock(m));
			go = 1;
			OK(pthread_cond_broadcast(c));
			if (i & 1)
				OK(pthread_mutex_unlock(m));
			OK(pthread_cond_destroy(c));
			OK(munmap(c, 4096));
			if (!(i & 1))
				OK(pthread_mutex_unlock(m));
			for (int j = 0; j < WAITERS; j++)
				t_join(&t[j]);
			OK(munmap(m, 4096));
		}
	}
	return 0;
}
