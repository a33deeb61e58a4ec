/* Robust kinds of some protocols, forms of lock, and an heir. */
#pragma once
#include "death.h"

/* The kinds of the protocols that the program names, of three types, private and shared. */
static const int protocols[] = { PROTOCOLS };

T_UNUSED static int robust_kind_at(unsigned i, struct t_kind *k)
{
	static char name[sizeof k->name];
	unsigned n = sizeof protocols / sizeof *protocols;
	if (i >= 6 * n) {
		t_where = "";
		return 0;
	}
	*k = t_kind_of((int)(i % 3), protocols[i / 6], PTHREAD_MUTEX_ROBUST,
		       i / 3 % 2 ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
	strcpy(name, k->name);
	t_where = name;
	return 1;
}

#define EACH_ROBUST_KIND(k)                                                                        \
	for (struct t_kind k, *once_ = &k; once_; once_ = NULL)                                    \
		for (unsigned i_ = 0; robust_kind_at(i_, &k); i_++)

/* Whoever locks a ceiling mutex becomes SCHED_FIFO. */
T_UNUSED static void need_fifo(void)
{
	struct sched_param fifo = { .sched_priority = 1 }, other = { 0 };
	if (*protocols != PTHREAD_PRIO_PROTECT)
		return;
	if (sched_setscheduler(0, SCHED_FIFO, &fifo) < 0)
		SKIP("no right to SCHED_FIFO");
	OK(sched_setscheduler(0, SCHED_OTHER, &other));
}

/* The four forms of lock, with deadlines that do not pass. */
enum { FORMS = 4 };
T_UNUSED static int lock_by(int form, pthread_mutex_t *m)
{
	struct timespec real = t_in(CLOCK_REALTIME, 8000), mono = t_in(CLOCK_MONOTONIC, 8000);
	switch (form) {
	case 0:
		return pthread_mutex_lock(m);
	case 1:
		return pthread_mutex_timedlock(m, &real);
	case 2:
		return pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono);
	default:
		return pthread_mutex_trylock(m);
	}
}

/* A thread that waits for the mutex when the owner goes: it is told, and repairs. */
T_UNUSED static void *heir_of(void *v)
{
	struct death *d = v;
	EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
	OK(pthread_mutex_consistent(&d->m));
	OK(pthread_mutex_unlock(&d->m));
	return NULL;
}
