/* A process with 50 blocked threads that forks while it holds locks: what its child must be able to do. */
#pragma once
#include "t.h"

enum { BLOCKED = 50, TYPES = 4 };
static pthread_mutex_t held[TYPES][2]; /* by the forking thread; by type, plain and inherit */
static pthread_mutex_t foreign = PTHREAD_MUTEX_INITIALIZER; /* by another thread */
static pthread_mutex_t cond_m = PTHREAD_MUTEX_INITIALIZER, cond_pi;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER, cond2 = PTHREAD_COND_INITIALIZER;
static int go, stop;
static struct t_thread threads[BLOCKED], owner;

static void *on_mutex(void *m)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static void *on_cond(void *v)
{
	pthread_mutex_t *m = v ? &cond_pi : &cond_m;
	OK(pthread_mutex_lock(m));
	while (!LOAD(go))
		OK(pthread_cond_wait(v ? &cond2 : &cond, m));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static void *own_foreign(void *v)
{
	OK(pthread_mutex_lock(&foreign));
	UNTIL(LOAD(stop));
	OK(pthread_mutex_unlock(&foreign));
	return v;
}

/* Takes the locks and blocks the threads. */
static void fork_prepare(void)
{
	t_mutex(&cond_pi, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	for (int type = 0; type < TYPES; type++)
		for (int pi = 0; pi < 2; pi++) {
			t_mutex(&held[type][pi], t_kind_of(type, pi, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
			OK(pthread_mutex_lock(&held[type][pi]));
		}
	t_start(&owner, own_foreign, NULL);
	UNTIL(t_other_try(&foreign) == EBUSY);
	for (int i = 0; i < BLOCKED; i++) {
		if (i % 2)
			t_start(&threads[i], on_mutex, &held[i / 2 % TYPES][i / 2 / TYPES % 2]);
		else
			t_start(&threads[i], on_cond, i % 4 ? &cond : NULL);
	}
	for (int i = 0; i < BLOCKED; i++)
		t_blocked(&threads[i]);
}

/* In the parent after its forks: everybody is still there and gets what is due. */
static void fork_finish(void)
{
	STORE(stop, 1);
	for (int type = 0; type < TYPES; type++)
		for (int pi = 0; pi < 2; pi++)
			OK(pthread_mutex_unlock(&held[type][pi]));
	STORE(go, 1);
	OK(pthread_mutex_lock(&cond_m));
	OK(pthread_cond_broadcast(&cond));
	OK(pthread_mutex_unlock(&cond_m));
	OK(pthread_mutex_lock(&cond_pi));
	OK(pthread_cond_broadcast(&cond2));
	OK(pthread_mutex_unlock(&cond_pi));
	for (int i = 0; i < BLOCKED; i++)
		t_join(&threads[i]);
	t_join(&owner);
}

/* A lock that the forking thread held. A normal one the child may unlock; the others belong to the
 * parent's thread for glibc (EPERM), and a child may initialise them anew. */
static void child_held(pthread_mutex_t *m, int type, int pi)
{
	struct timespec past = { 0, 0 };
	int r = pthread_mutex_trylock(m);
	if (type == PTHREAD_MUTEX_RECURSIVE && r == 0) /* known for its own: one level deeper */
		OK(pthread_mutex_unlock(m));
	else
		EITHER(r, EBUSY, EDEADLK);
	r = pthread_mutex_timedlock(m, &past);
	if (type == PTHREAD_MUTEX_RECURSIVE && r == 0)
		OK(pthread_mutex_unlock(m));
	else
		EITHER(r, ETIMEDOUT, EDEADLK);
	r = pthread_mutex_unlock(m);
	if (!pi && (type == PTHREAD_MUTEX_NORMAL || type == PTHREAD_MUTEX_ADAPTIVE_NP))
		OK(r);
	else
		EITHER(r, 0, EPERM);
	if (r == EPERM)
		t_mutex(m, t_kind_of(type, pi, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	OK(pthread_mutex_trylock(m));
	OK(pthread_mutex_unlock(m));
}

/* Condvars on which only threads of the parent wait. */
static void child_conds(void)
{
	struct timespec soon = t_in(CLOCK_REALTIME, 5);
	OK(pthread_cond_signal(&cond));
	OK(pthread_cond_broadcast(&cond2));
	OK(pthread_mutex_lock(&cond_m));
	int r;
	while ((r = pthread_cond_timedwait(&cond, &cond_m, &soon)) == 0)
		;
	EQ(r, ETIMEDOUT);
	OK(pthread_mutex_unlock(&cond_m));
}

/* What a child without the right to make threads (vfork excluded) can do. */
T_UNUSED static void child_alone(void)
{
	struct timespec past = { 0, 0 };
	EQ(pthread_mutex_trylock(&foreign), EBUSY);
	EQ(pthread_mutex_timedlock(&foreign, &past), ETIMEDOUT);
	for (int type = 0; type < TYPES; type++)
		for (int pi = 0; pi < 2; pi++)
			child_held(&held[type][pi], type, pi);
	child_conds();
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_lock(m));
		OK(pthread_mutex_unlock(m));
		OK(pthread_mutex_destroy(m));
	}
}

static void *child_thread(void *m)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static void *child_waiter(void *v)
{
	OK(pthread_mutex_lock(&cond_m));
	while (!LOAD(go))
		OK(pthread_cond_wait(&cond, &cond_m));
	OK(pthread_mutex_unlock(&cond_m));
	return v;
}

/* And with threads of its own, on the same objects. */
T_UNUSED static void child_threads(void)
{
	struct t_thread t[8], w[3];
	for (int i = 0; i < 8; i++) {
		pthread_mutex_t *m = &held[i % TYPES][i / TYPES];
		OK(pthread_mutex_lock(m));
		t_start(&t[i], child_thread, m);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 8; i++)
		OK(pthread_mutex_unlock(&held[i % TYPES][i / TYPES]));
	for (int i = 0; i < 8; i++)
		t_join(&t[i]);
	for (int i = 0; i < 3; i++) {
		t_start(&w[i], child_waiter, NULL);
		t_blocked(&w[i]);
	}
	OK(pthread_mutex_lock(&cond_m));
	STORE(go, 1);
	OK(pthread_cond_signal(&cond));
	OK(pthread_cond_broadcast(&cond));
	OK(pthread_mutex_unlock(&cond_m));
	for (int i = 0; i < 3; i++)
		t_join(&w[i]);
}
