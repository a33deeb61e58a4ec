/* Whether threads wait: none, a blocked one, one that gave up, one that a signal moved to the mutex; a hint
 * may stand longer where the mutex does not wait in queues, but not for ever. */
#include "queries.h"

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return v;
}

static void *timed_locker(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 10);
	EQ(pthread_mutex_timedlock(m, &end), ETIMEDOUT);
	return v;
}

static void *cond_waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	STORE(waiting, 1);
	while (LOAD(waiting))
		OK(pthread_cond_wait(&c, m));
	OK(pthread_mutex_unlock(m));
	return v;
}

static void each_kind(void)
{
	EACH_OF_48(k) {
		struct t_thread t[2];
		m = fresh(k);
		EQ(ASK(haswaiters, m), 0);
		take(m, k);
		EQ(ASK(haswaiters, m), 0);
		t_start(&t[0], timed_locker, NULL);
		t_join(&t[0]);
		if (is_queued(k))
			EQ(ASK(haswaiters, m), 0);
		for (int i = 0; i < 2; i++) {
			t_start(&t[i], locker, NULL);
			t_blocked(&t[i]);
			EQ(ASK(haswaiters, m), 1);
		}
		OK(pthread_mutex_unlock(m));
		t_join(&t[0]);
		t_join(&t[1]);
		take(m, k); /* whoever takes and gives it back clears a hint */
		OK(pthread_mutex_unlock(m));
		EQ(ASK(haswaiters, m), 0);
	}
}

static void moved_by_a_signal(struct t_kind k)
{
	struct t_thread t;
	m = fresh(k);
	STORE(waiting, 0);
	t_start(&t, cond_waiter, NULL);
	UNTIL(LOAD(waiting));
	t_blocked(&t);
	OK(pthread_mutex_lock(m));
	EQ(ASK(haswaiters, m), 0);
	STORE(waiting, 0);
	OK(pthread_cond_signal(&c));
	EQ(ASK(haswaiters, m), 1);
	OK(pthread_mutex_unlock(m));
	t_join(&t);
	EQ(ASK(haswaiters, m), 0);
}

int main(void)
{
	each_kind();
	if (!waits_in_kernel())
		for (int inherit = 0; inherit < 2; inherit++)
			moved_by_a_signal(t_kind_of(PTHREAD_MUTEX_NORMAL, inherit, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	return 0;
}
