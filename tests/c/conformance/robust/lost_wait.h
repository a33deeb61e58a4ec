/* Every waiter of a mutex that becomes not recoverable is told: in lock, timedlock, clocklock, and back from a wait
 * for a condition with and without a deadline; of this process and of another. */
#pragma once
#include "ways.h"

static struct death *d;
enum { COND_WAIT = 3, COND_TIMED, WAITERS };

static int wait_by(long form)
{
	struct timespec real = t_in(CLOCK_REALTIME, 8000);
	if (form < COND_WAIT)
		return lock_by((int)form, &d->m);
	OK(pthread_mutex_lock(&d->m));
	ADD(d->count, 1);
	return form == COND_WAIT ? pthread_cond_wait(&d->c, &d->m) : pthread_cond_timedwait(&d->c, &d->m, &real);
}

static void *waiter(void *v)
{
	EQ(wait_by((long)v), ENOTRECOVERABLE);
	EQ(pthread_mutex_unlock(&d->m), EPERM);
	return NULL;
}

static void waiter_process(void *v) { waiter(v); }

struct waiter {
	struct t_thread t;
	pid_t pid;
};

static void start(struct waiter *w, long form, int process)
{
	w->pid = 0;
	if (process)
		w->pid = t_fork(waiter_process, (void *)form);
	else
		t_start(&w->t, waiter, (void *)form);
}

static void blocked(struct waiter *w)
{
	if (w->pid)
		t_blocked_process(w->pid);
	else
		t_blocked(&w->t);
}

int main(void)
{
	need_fifo();
	EACH_ROBUST_KIND(k)
		for (int process = 0; process <= k.shared; process++) {
			struct waiter w[WAITERS];
			d = death_new(k);
			for (long form = COND_WAIT; form < WAITERS; form++)
				start(&w[form], form, process);
			UNTIL(LOAD(d->count) == WAITERS - COND_WAIT);
			for (int form = COND_WAIT; form < WAITERS; form++)
				blocked(&w[form]);
			death_of_owner(d, k.shared);
			EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
			OK(pthread_cond_broadcast(&d->c));
			for (long form = 0; form < COND_WAIT; form++) {
				start(&w[form], form, process);
				blocked(&w[form]);
			}
			OK(pthread_mutex_unlock(&d->m));
			for (int form = 0; form < WAITERS; form++) {
				if (w[form].pid)
					t_reap(w[form].pid);
				else
					t_join(&w[form].t);
			}
		}
	return 0;
}
