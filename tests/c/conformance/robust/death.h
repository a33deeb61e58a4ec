/* An owner that dies: a thread that exits, or a process that is killed, holding a mutex. */
#pragma once
#include "t.h"

struct death {
	pthread_mutex_t m;
	pthread_cond_t c;
	int held, go, count;
};

/* The 8 kinds of robust mutexes that matter here, without the adaptive ones. */
#define EACH_ROBUST(k) EACH_KIND(k) if (k.robust != PTHREAD_MUTEX_ROBUST || k.type == PTHREAD_MUTEX_ADAPTIVE_NP) {} else

T_UNUSED static struct death *death_new(struct t_kind k)
{
	struct death *d = t_shared(sizeof *d);
	pthread_condattr_t a;
	t_mutex(&d->m, k);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, k.shared));
	OK(pthread_cond_init(&d->c, &a));
	return d;
}

T_UNUSED static void *death_thread(void *v)
{
	struct death *d = v;
	int r = pthread_mutex_lock(&d->m);
	EITHER(r, 0, EOWNERDEAD);
	STORE(d->held, 1);
	UNTIL(LOAD(d->go));
	return NULL;
}

T_UNUSED static void death_process(void *v)
{
	death_thread(v);
	kill(getpid(), SIGKILL);
}

/* Starts the owner; it dies when death_strike is called. By a process only for a shared mutex. */
struct owner {
	struct t_thread thread;
	pid_t pid;
};

T_UNUSED static void death_start(struct death *d, struct owner *o, int by_process)
{
	STORE(d->held, 0);
	STORE(d->go, 0);
	o->pid = 0;
	if (by_process)
		o->pid = t_fork(death_process, d);
	else
		t_start(&o->thread, death_thread, d);
	UNTIL(LOAD(d->held));
}

T_UNUSED static void death_strike(struct death *d, struct owner *o)
{
	STORE(d->go, 1);
	if (o->pid)
		t_wait(o->pid);
	else
		t_join(&o->thread);
}

/* The owner comes, and dies. */
T_UNUSED static void death_of_owner(struct death *d, int by_process)
{
	struct owner o;
	death_start(d, &o, by_process);
	death_strike(d, &o);
}

/* The mutex is as new: free, lockable by anybody. */
T_UNUSED static void death_is_healthy(struct death *d)
{
	OK(pthread_mutex_lock(&d->m));
	EQ(t_other_try(&d->m), EBUSY);
	OK(pthread_mutex_unlock(&d->m));
	OK(t_other_try(&d->m));
	EQ(pthread_mutex_consistent(&d->m), EINVAL);
}
