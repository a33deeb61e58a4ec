/* Fifty threads in waits of all forms, all cancelled at once, among signals and broadcasts: each cleanup
 * handler runs once, with the mutex, and the objects work afterwards. */
#include "t.h"

enum { N = 50, ROUNDS = 8 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int waiting, cleaned, left, inside;

static void handler(void *v)
{
	(void)v;
	EQ(ADD(inside, 1), 1);
	cleaned++;
	ADD(inside, -1);
	OK(pthread_mutex_unlock(m));
}

static void *waiter(void *v)
{
	long i = (long)v;
	struct timespec far = t_in(CLOCK_REALTIME, 60000), near = t_in(CLOCK_MONOTONIC, 5 + i % 5);
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(handler, NULL);
	waiting++;
	for (;;) {
		if (i % 3 == 0)
			pthread_cond_wait(c, m);
		else if (i % 3 == 1)
			pthread_cond_timedwait(c, m, &far);
		else if (pthread_cond_clockwait(c, m, CLOCK_MONOTONIC, &near) == ETIMEDOUT)
			near = t_in(CLOCK_MONOTONIC, 3);
	}
	pthread_cleanup_pop(0);
	return NULL;
}

static int count(void)
{
	OK(pthread_mutex_lock(m));
	int n = waiting;
	OK(pthread_mutex_unlock(m));
	return n;
}

static void *plain(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!left)
		OK(pthread_cond_wait(c, m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		for (int round = 0; round < ROUNDS; round++) {
			struct t_thread t[N], p;
			pthread_condattr_t a;
			m = t_shared(sizeof *m);
			c = t_shared(sizeof *c);
			t_mutex(m, k);
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, k.shared));
			OK(pthread_cond_init(c, &a));
			waiting = cleaned = left = 0;
			t_start(&p, plain, NULL);
			for (long i = 0; i < N; i++)
				t_start(&t[i], waiter, (void *)i);
			UNTIL(count() == N);
			for (int i = 0; i < N; i++) {
				OK(pthread_cancel(t[i].handle));
				if (i % 10 == 0)
					OK(pthread_cond_signal(c));
				if (i == 25)
					OK(pthread_cond_broadcast(c));
			}
			for (int i = 0; i < N; i++)
				TRUE(t_join(&t[i]) == PTHREAD_CANCELED);
			EQ(cleaned, N);
			OK(pthread_mutex_lock(m));
			left = 1;
			OK(pthread_cond_signal(c));
			OK(pthread_mutex_unlock(m));
			t_join(&p);
			OK(pthread_cond_destroy(c));
			OK(pthread_mutex_destroy(m));
		}
	}
	return 0;
}
