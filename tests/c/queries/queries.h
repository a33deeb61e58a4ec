/* Asking a mutex, of every kind: 4 types x 3 protocols x stalled or robust x private or shared. */
#pragma once
#include "t.h"

#include "fusyn.h"

/* The answer to a query that must succeed: ASK(islocked, m). */
#define ASK(what, m)                                                                               \
	({                                                                                         \
		int answer_ = -77;                                                                 \
		OK(fusyn_mutex_##what(m, &answer_));                                               \
		answer_;                                                                           \
	})

T_UNUSED static int kind_48(int i, struct t_kind *k)
{
	static char name[sizeof k->name];
	if (i >= 48) {
		t_where = "";
		return 0;
	}
	*k = t_kind_of(i & 3, i / 16, i & 4 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED,
		       i & 8 ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
	strcpy(name, k->name);
	t_where = name;
	return 1;
}

#define EACH_OF_48(k)                                                                              \
	for (struct t_kind k, *once_ = &k; once_; once_ = NULL)                                    \
		for (int i_ = 0; kind_48(i_, &k); i_++)

/* A mutex of a kind. */
T_UNUSED static pthread_mutex_t *fresh(struct t_kind k)
{
	pthread_mutex_t *m = t_shared(sizeof *m);
	t_mutex(m, k);
	return m;
}

/* Whether the caller may become SCHED_FIFO, as who locks a ceiling mutex does. */
T_UNUSED static int may_be_fifo(void)
{
	struct sched_param fifo = { .sched_priority = 1 }, other = { 0 };
	if (sched_setscheduler(0, SCHED_FIFO, &fifo) < 0)
		return 0;
	OK(sched_setscheduler(0, SCHED_OTHER, &other));
	return 1;
}

/* Locks a mutex of a kind. */
T_UNUSED static void take(pthread_mutex_t *m, struct t_kind k)
{
	if (k.protocol == PTHREAD_PRIO_PROTECT && !may_be_fifo())
		SKIP("no right to SCHED_FIFO");
	OK(pthread_mutex_lock(m));
}

/* Whether the mode is FUSYN_BACKEND=kernel. */
T_UNUSED static int waits_in_kernel(void)
{
	const char *backend = getenv("FUSYN_BACKEND");
	return backend && !strcmp(backend, "kernel");
}

/* Whether threads wait for the mutex in queues: then waiters are known, and its release can be chosen. */
T_UNUSED static int is_queued(struct t_kind k)
{
	return !waits_in_kernel() && !k.robust && !k.shared && k.protocol != PTHREAD_PRIO_PROTECT;
}
