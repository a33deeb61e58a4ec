/* A signal that meets a cancelled waiter is not lost: the other waiter gets it. Each kind of protocol
 * and scope, signal before and after the request, many instants. */
#include "wait.h"

enum { ROUNDS = 150 };
static int tokens, got;

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
	while (!tokens)
		OK(pthread_cond_wait(c, m));
	tokens--;
	got++;
	pthread_cleanup_pop(1);
	return v;
}

static int received(void)
{
	OK(pthread_mutex_lock(m));
	int n = got;
	OK(pthread_mutex_unlock(m));
	return n;
}

static void round_of(int i)
{
	struct t_thread a, b;
	waiting = tokens = got = 0;
	t_start(&a, waiter, NULL);
	UNTIL(wait_count() == 1);
	t_start(&b, waiter, NULL);
	UNTIL(wait_count() == 2);
	OK(pthread_mutex_lock(m));
	tokens = 1;
	OK(pthread_mutex_unlock(m));
	if (i & 1)
		OK(pthread_cond_signal(c));
	else
		OK(pthread_cancel(a.handle));
	for (volatile int d = i * 37 % 3000; d > 0; d--)
		;
	if (i & 1)
		OK(pthread_cancel(a.handle));
	else
		OK(pthread_cond_signal(c));
	t_join(&a);
	UNTIL(received() == 1); /* by a before it was cancelled, or by b */
	OK(pthread_mutex_lock(m));
	tokens = 1;
	OK(pthread_cond_broadcast(c));
	OK(pthread_mutex_unlock(m));
	t_join(&b);
}

int main(void)
{
	EACH_KIND(k) {
		if (k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		wait_init(k);
		for (int i = 0; i < ROUNDS; i++)
			round_of(i);
	}
	return 0;
}
