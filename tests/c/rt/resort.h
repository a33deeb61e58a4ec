/* A blocked waiter's priority is changed by another thread: it takes its new place. */
#pragma once
#include "t.h"
#include <dlfcn.h>

enum { WAITERS = 4, SETTERS = 5 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int order[WAITERS], n;

/* The kernel's struct; glibc has it, and the functions, since 2.41. */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static struct attributes fifo(int priority)
{
	struct attributes a = { .size = sizeof a, .policy = SCHED_FIFO, .priority = (uint32_t)priority };
	return a;
}

/* By a raw system call, of which no library hears. */
T_UNUSED static void set_unseen(struct t_thread *t, int priority)
{
	struct attributes a = fifo(priority);
	OK(syscall(SYS_sched_setattr, t->tid, &a, 0));
}

/* As a program does that was compiled where the C library has it. */
static void set_by_attr(struct t_thread *t, int priority)
{
	int (*set)(pid_t, struct attributes *, unsigned) =
		(int (*)(pid_t, struct attributes *, unsigned))dlsym(RTLD_DEFAULT, "sched_setattr");
	struct attributes a = fifo(priority);
	if (set)
		OK(set(t->tid, &a, 0));
	else
		set_unseen(t, priority);
}

/* Each way in which a program can say it. */
static void set_priority(int setter, struct t_thread *t, int priority)
{
	struct sched_param p = { .sched_priority = priority };
	switch (setter) {
	case 0:
		OK(pthread_setschedparam(t->handle, SCHED_FIFO, &p));
		break;
	case 1:
		OK(pthread_setschedprio(t->handle, priority));
		break;
	case 2:
		OK(sched_setscheduler(t->tid, SCHED_FIFO, &p));
		break;
	case 3:
		OK(sched_setparam(t->tid, &p));
		break;
	default:
		set_by_attr(t, priority);
	}
}

T_UNUSED static void *resort_lock(void *v)
{
	OK(pthread_mutex_lock(m));
	order[n++] = (int)(long)v;
	OK(pthread_mutex_unlock(m));
	return NULL;
}

T_UNUSED static void *resort_wait(void *v)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_cond_wait(c, m));
	order[n] = (int)(long)v;
	STORE(n, n + 1);
	OK(pthread_mutex_unlock(m));
	return NULL;
}

T_UNUSED static void resort_init(struct t_kind k)
{
	m = t_shared(sizeof *m);
	c = t_shared(sizeof *c);
	t_mutex(m, k);
	OK(pthread_cond_init(c, NULL));
	n = 0;
}

/* Four waiters of priority 10, 20, 30, 40; then 10 becomes 35 and 40 becomes 15: 2 0 1 3 is wrong. */
T_UNUSED static void resort_start(struct t_thread *t, int setter, void *(*body)(void *))
{
	for (long i = 0; i < WAITERS; i++) {
		t_start_fifo(&t[i], 10 + 10 * (int)i, body, (void *)i);
		t_blocked(&t[i]);
	}
	set_priority(setter, &t[0], 35);
	set_priority(setter, &t[3], 15);
}

T_UNUSED static void resort_check(void)
{
	static const int want[WAITERS] = { 0, 2, 1, 3 };
	EQ(n, WAITERS);
	for (int i = 0; i < WAITERS; i++)
		if (order[i] != want[i])
			FAIL("place %d went to thread %d, not %d", i, order[i], want[i]);
}
