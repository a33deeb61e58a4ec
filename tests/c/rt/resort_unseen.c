/* A blocked waiter's priority is changed by a raw system call, of which the shim hears nothing: it keeps its
 * place in a queue, whatever others are told; a change that is told, or the next block, gives it the place that
 * it should have. Where it waits in the kernel, inheritance is right at once. */
#include "effective.h"
#include "resort.h"

enum { TOP = 45, OWNER = 5 };
static struct t_thread t[WAITERS];
static int raised, again;

static void start(void *(*body)(void *))
{
	n = 0;
	for (long i = 0; i < WAITERS; i++) {
		t_start_fifo(&t[i], 10 + 10 * (int)i, body, (void *)i);
		t_blocked(&t[i]);
	}
	set_unseen(&t[0], TOP);
	set_unseen(&t[3], 1);
}

static void check(int a, int b, int c, int d)
{
	int want[WAITERS] = { a, b, c, d };
	for (int i = 0; i < WAITERS; i++)
		t_join(&t[i]);
	EQ(n, WAITERS);
	for (int i = 0; i < WAITERS; i++)
		if (order[i] != want[i])
			FAIL("place %d went to thread %d, not %d", i, order[i], want[i]);
}

/* Round 0: nothing is told. 1: a third thread's change. 2: the changed thread's, to what it has already. */
static void tell(int round)
{
	if (round == 1)
		set_priority(1, &t[1], 35);
	if (round == 2)
		set_priority(1, &t[0], TOP);
}

static void check_round(int round)
{
	if (round == 0)
		check(3, 2, 1, 0);
	else if (round == 1)
		check(3, 1, 2, 0);
	else
		check(0, 3, 2, 1);
}

static void plain_mutex(void)
{
	for (int round = 0; round < 3; round++) {
		t_where = "plain mutex";
		resort_init(t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		OK(pthread_mutex_lock(m));
		start(resort_lock);
		tell(round);
		OK(pthread_mutex_unlock(m));
		check_round(round);
	}
}

static void condvar(int protocol)
{
	for (int round = 0; round < 3; round++) {
		t_where = protocol ? "condvar, inheriting mutex" : "condvar";
		resort_init(t_kind_of(PTHREAD_MUTEX_NORMAL, protocol, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		start(resort_wait);
		tell(round);
		for (int i = 1; i <= WAITERS; i++) {
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(n) == i);
		}
		check_round(round);
	}
}

/* Thread 0 gives up when it has been raised, and waits again: with the priority that it has by now. */
static void *block_again(void *v)
{
	while (!v && !LOAD(raised)) {
		struct timespec end = t_in(CLOCK_MONOTONIC, 50);
		EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	}
	if (!v)
		STORE(again, 1);
	return resort_lock(v);
}

static void next_block(void)
{
	t_where = "next block";
	resort_init(t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(m));
	start(block_again);
	STORE(raised, 1);
	UNTIL(LOAD(again));
	t_blocked(&t[0]);
	OK(pthread_mutex_unlock(m));
	check(0, 3, 2, 1);
}

/* Real-time waiters of an inheriting mutex wait in the kernel, which knows: boost and order are new. */
static void inheriting_mutex(void)
{
	t_where = "inheriting mutex";
	t_fifo(OWNER);
	resort_init(t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(m));
	for (long i = 0; i < WAITERS; i++) {
		t_start_fifo(&t[i], 10 + 10 * (int)i, resort_lock, (void *)i);
		t_blocked(&t[i]);
	}
	EQ(effective(t_gettid()), 40);
	set_unseen(&t[0], TOP);
	EQ(effective(t_gettid()), TOP);
	set_unseen(&t[0], 15);
	EQ(effective(t_gettid()), 40);
	set_unseen(&t[0], TOP);
	OK(pthread_mutex_unlock(m));
	check(0, 3, 2, 1);
	EQ(effective(t_gettid()), OWNER);
}

/* An ordinary waiter waits in user space, where a raw raise is not seen; told, it boosts. */
static void ordinary_waiter(void)
{
	struct t_thread w;
	t_where = "ordinary waiter of an inheriting mutex";
	resort_init(t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(m));
	t_start_fifo(&w, 0, resort_lock, NULL);
	t_blocked(&w);
	set_unseen(&w, TOP);
	EQ(effective(t_gettid()), OWNER);
	set_priority(2, &w, TOP);
	UNTIL(effective(t_gettid()) == TOP);
	OK(pthread_mutex_unlock(m));
	t_join(&w);
	EQ(effective(t_gettid()), OWNER);
}

int main(void)
{
	const char *backend = getenv("FUSYN_BACKEND");
	t_fifo(50);
	t_pin();
	if (!backend || strcmp(backend, "fulock")) { /* there, a plain mutex inherits */
		plain_mutex();
		next_block();
	}
	condvar(PTHREAD_PRIO_NONE);
	condvar(PTHREAD_PRIO_INHERIT);
	inheriting_mutex();
	ordinary_waiter();
	return 0;
}
