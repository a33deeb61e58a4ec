/* A little use of every family of objects: alone, and with threads that block. */
#pragma once
#include "../t.h"
#include <semaphore.h>

/* Objects of one scope. */
struct families {
	pthread_mutex_t plain, inherit, robust, recursive;
	pthread_cond_t cond;
	pthread_rwlock_t rw;
	pthread_barrier_t barrier;
	sem_t sem;
	int go, passed;
};

static void families_init(struct families *f, int shared)
{
	pthread_condattr_t ca;
	pthread_rwlockattr_t ra;
	pthread_barrierattr_t ba;
	memset(f, 0, sizeof *f);
	t_mutex(&f->plain, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, shared));
	t_mutex(&f->inherit, t_kind_of(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, shared));
	t_mutex(&f->robust, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST, shared));
	t_mutex(&f->recursive, t_kind_of(PTHREAD_MUTEX_RECURSIVE, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_ROBUST, shared));
	OK(pthread_condattr_init(&ca));
	OK(pthread_condattr_setpshared(&ca, shared));
	OK(pthread_cond_init(&f->cond, &ca));
	OK(pthread_rwlockattr_init(&ra));
	OK(pthread_rwlockattr_setpshared(&ra, shared));
	OK(pthread_rwlock_init(&f->rw, &ra));
	OK(pthread_barrierattr_init(&ba));
	OK(pthread_barrierattr_setpshared(&ba, shared));
	OK(pthread_barrier_init(&f->barrier, &ba, 1));
	OK(sem_init(&f->sem, shared, 0));
}

static void families_mutex(pthread_mutex_t *m)
{
	OK(pthread_mutex_lock(m));
	OK(pthread_mutex_unlock(m));
	OK(pthread_mutex_trylock(m));
	OK(pthread_mutex_unlock(m));
}

/* By one thread, which never blocks. */
T_UNUSED static void families_alone(struct families *f)
{
	struct timespec past = { 0, 0 };
	families_mutex(&f->plain);
	families_mutex(&f->inherit);
	families_mutex(&f->robust);
	families_mutex(&f->recursive);
	OK(pthread_mutex_lock(&f->plain));
	EITHER(pthread_cond_timedwait(&f->cond, &f->plain, &past), ETIMEDOUT, 0);
	OK(pthread_mutex_unlock(&f->plain));
	OK(pthread_cond_signal(&f->cond));
	OK(pthread_cond_broadcast(&f->cond));
	OK(pthread_rwlock_rdlock(&f->rw));
	OK(pthread_rwlock_tryrdlock(&f->rw));
	OK(pthread_rwlock_unlock(&f->rw));
	OK(pthread_rwlock_unlock(&f->rw));
	OK(pthread_rwlock_wrlock(&f->rw));
	OK(pthread_rwlock_unlock(&f->rw));
	EQ(pthread_barrier_wait(&f->barrier), PTHREAD_BARRIER_SERIAL_THREAD);
	OK(sem_post(&f->sem));
	OK(sem_wait(&f->sem));
	EQ(sem_trywait(&f->sem), -1);
	EQ(sem_timedwait(&f->sem, &past), -1);
}

static void *families_thread(void *v)
{
	struct families *f = v;
	pthread_mutex_t *all[] = { &f->plain, &f->inherit, &f->robust, &f->recursive };
	for (int i = 0; i < 4; i++) {
		OK(pthread_mutex_lock(all[i]));
		OK(pthread_mutex_unlock(all[i]));
	}
	OK(pthread_mutex_lock(&f->plain));
	while (!f->go)
		OK(pthread_cond_wait(&f->cond, &f->plain));
	OK(pthread_mutex_unlock(&f->plain));
	OK(pthread_rwlock_rdlock(&f->rw));
	OK(pthread_rwlock_unlock(&f->rw));
	OK(pthread_rwlock_wrlock(&f->rw));
	OK(pthread_rwlock_unlock(&f->rw));
	OK(sem_wait(&f->sem));
	ADD(f->passed, 1);
	return NULL;
}

/* By threads that block at every object. */
T_UNUSED static void families_together(struct families *f)
{
	enum { THREADS = 3 };
	struct t_thread t[THREADS];
	pthread_mutex_t *all[] = { &f->plain, &f->inherit, &f->robust, &f->recursive };
	f->go = f->passed = 0;
	OK(pthread_rwlock_wrlock(&f->rw));
	for (int i = 0; i < 4; i++)
		OK(pthread_mutex_lock(all[i]));
	for (int i = 0; i < THREADS; i++)
		t_start(&t[i], families_thread, f);
	for (int m = 0; m < 4; m++) {
		for (int i = 0; i < THREADS; i++)
			t_blocked(&t[i]);
		OK(pthread_mutex_unlock(all[m]));
	}
	for (int i = 0; i < THREADS; i++)
		t_blocked(&t[i]);
	OK(pthread_mutex_lock(&f->plain));
	f->go = 1;
	OK(pthread_cond_signal(&f->cond));
	OK(pthread_cond_broadcast(&f->cond));
	OK(pthread_mutex_unlock(&f->plain));
	for (int i = 0; i < THREADS; i++)
		t_blocked(&t[i]);
	OK(pthread_rwlock_unlock(&f->rw));
	for (int i = 0; i < THREADS; i++) {
		t_blocked(&t[i]);
		EQ(LOAD(f->passed), 0);
	}
	for (int i = 0; i < THREADS; i++)
		OK(sem_post(&f->sem));
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	EQ(f->passed, THREADS);
}

/* Both, in both scopes. */
T_UNUSED static void families_use(void)
{
	for (int shared = 0; shared < 2; shared++) {
		struct families *f = t_shared(sizeof *f);
		t_where = shared ? "shared" : "private";
		families_init(f, shared);
		families_alone(f);
		families_together(f);
		families_alone(f);
		OK(munmap(f, sizeof *f));
	}
	t_where = "";
}
