/* Robust and ceiling together: a death is told through each form of lock and each wait for a condition; the heir
 * runs at the ceiling while it owns the mutex and not after; made consistent it is as new, unlocked without that it
 * is not recoverable; the ceiling can be read all along. */
#define PROTOCOLS PTHREAD_PRIO_PROTECT
#include "ways.h"

enum { CEILING = 20, BASE = 5 };
static struct death *d;
static int type, shared;

static int priority(void)
{
	struct sched_param p;
	OK(sched_getparam(t_gettid(), &p));
	return p.sched_priority;
}

static int ceiling(void)
{
	int c = -1;
	OK(pthread_mutex_getprioceiling(&d->m, &c));
	return c;
}

static void fresh(void)
{
	pthread_mutexattr_t a;
	d = death_new(t_kind_of(type, PTHREAD_PRIO_PROTECT, PTHREAD_MUTEX_ROBUST, shared));
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, type));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_setprioceiling(&a, CEILING));
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(pthread_mutexattr_setpshared(&a, shared));
	OK(pthread_mutex_init(&d->m, &a));
	EQ(ceiling(), CEILING);
}

static void *heir(void *v)
{
	long form = (long)v;
	t_fifo(BASE);
	EQ(lock_by((int)form, &d->m), EOWNERDEAD);
	EQ(priority(), CEILING);
	EQ(ceiling(), CEILING);
	OK(pthread_mutex_consistent(&d->m));
	EQ(priority(), CEILING);
	OK(pthread_mutex_unlock(&d->m));
	EQ(priority(), BASE);
	death_is_healthy(d);
	EQ(priority(), BASE);
	return NULL;
}

static void *loser(void *v)
{
	t_fifo(BASE);
	EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
	OK(pthread_mutex_unlock(&d->m));
	EQ(priority(), BASE);
	for (int form = 0; form < FORMS; form++) {
		EQ(lock_by(form, &d->m), ENOTRECOVERABLE);
		EQ(priority(), BASE);
	}
	EQ(ceiling(), CEILING);
	return v;
}

static void *cond_heir(void *v)
{
	struct timespec real = t_in(CLOCK_REALTIME, 8000), mono = t_in(CLOCK_MONOTONIC, 8000);
	int r = 0;
	t_fifo(BASE);
	OK(pthread_mutex_lock(&d->m));
	ADD(d->count, 1);
	while (r == 0)
		r = !v			? pthread_cond_wait(&d->c, &d->m)
		    : (long)v == 1	? pthread_cond_timedwait(&d->c, &d->m, &real)
					: pthread_cond_clockwait(&d->c, &d->m, CLOCK_MONOTONIC, &mono);
	EQ(r, EOWNERDEAD);
	EQ(priority(), CEILING);
	OK(pthread_mutex_consistent(&d->m));
	OK(pthread_mutex_unlock(&d->m));
	EQ(priority(), BASE);
	return NULL;
}

static void each_form(void)
{
	struct t_thread t;
	struct owner o;
	for (long form = 0; form < FORMS; form++)
		for (int waits = 0; waits < 2; waits++) {
			if (waits && form == 3)
				continue; /* a try waits for nobody */
			fresh();
			death_start(d, &o, shared);
			if (!waits)
				death_strike(d, &o);
			t_start(&t, heir, (void *)form);
			if (waits) {
				t_blocked(&t);
				death_strike(d, &o);
			}
			t_join(&t);
		}
	for (long form = 0; form < 3; form++) {
		fresh();
		t_start(&t, cond_heir, (void *)form);
		UNTIL(LOAD(d->count));
		t_blocked(&t);
		death_start(d, &o, shared);
		OK(pthread_cond_signal(&d->c));
		t_blocked(&t);
		death_strike(d, &o);
		t_join(&t);
	}
	fresh();
	death_of_owner(d, shared);
	t_start(&t, loser, NULL);
	t_join(&t);
}

int main(void)
{
	need_fifo();
	for (type = 0; type < 3; type++)
		for (shared = 0; shared < 2; shared++)
			each_form();
	return 0;
}
