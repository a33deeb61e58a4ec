/* Waiters cancelled in the middle of a broadcast: all others are woken all the same. */
#include "wait.h"

enum { N = 8, ROUNDS = 60 };
static int go, done;

static void handler(void *v)
{
	(void)v;
	OK(pthread_mutex_unlock(m));
}

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(handler, NULL);
	waiting++;
	while (!go)
		OK(pthread_cond_wait(c, m));
	done++;
	pthread_cleanup_pop(1);
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		wait_init(k);
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread t[N];
			int cancelled = 0;
			waiting = go = done = 0;
			for (int j = 0; j < N; j++)
				t_start(&t[j], waiter, NULL);
			UNTIL(wait_count() == N);
			OK(pthread_mutex_lock(m));
			go = 1;
			OK(pthread_cond_broadcast(c));
			if (i & 1)
				OK(pthread_mutex_unlock(m));
			for (int j = 0; j < N; j += 1 + i % 3)
				OK(pthread_cancel(t[j].handle));
			if (!(i & 1))
				OK(pthread_mutex_unlock(m));
			for (int j = 0; j < N; j++)
				cancelled += t_join(&t[j]) == PTHREAD_CANCELED;
			TRUE(done + cancelled >= N && done <= N);
		}
	}
	return 0;
}
