/* Helpers for tests of read-write locks, on top of t.h. */
#pragma once
#include "t.h"

/* Initialises an rwlock of a kind (PTHREAD_RWLOCK_*) and scope. */
T_UNUSED static void rw_init(pthread_rwlock_t *rw, int kind, int shared)
{
	pthread_rwlockattr_t a;
	OK(pthread_rwlockattr_init(&a));
	OK(pthread_rwlockattr_setkind_np(&a, kind));
	OK(pthread_rwlockattr_setpshared(&a, shared));
	OK(pthread_rwlock_init(rw, &a));
	OK(pthread_rwlockattr_destroy(&a));
}

T_UNUSED static int rw_at(int i, pthread_rwlock_t **rw)
{
	static char name[32];
	if (i >= 6) {
		t_where = "";
		return 0;
	}
	snprintf(name, sizeof name, "kind %d%s", i % 3, i >= 3 ? " shared" : "");
	t_where = name;
	*rw = t_shared(sizeof **rw);
	rw_init(*rw, i % 3, i >= 3);
	return 1;
}

/* EACH_RW(rw) { ... }: a new rwlock of each kind and scope. */
#define EACH_RW(rw)                                                                                \
	for (pthread_rwlock_t *rw, **once_ = &rw; once_; once_ = NULL)                             \
		for (int i_ = 0; rw_at(i_, &rw); i_++)

/* What another thread's try gives, nothing left locked. */
T_UNUSED static void *rw_tryrd_body(void *rw)
{
	int r = pthread_rwlock_tryrdlock(rw);
	if (r == 0)
		OK(pthread_rwlock_unlock(rw));
	return (void *)(long)r;
}

T_UNUSED static void *rw_trywr_body(void *rw)
{
	int r = pthread_rwlock_trywrlock(rw);
	if (r == 0)
		OK(pthread_rwlock_unlock(rw));
	return (void *)(long)r;
}

T_UNUSED static int rw_other(void *(*body)(void *), int priority, pthread_rwlock_t *rw)
{
	struct t_thread t;
	t_start_fifo(&t, priority, body, rw);
	return (int)(long)t_join(&t);
}
#define rw_other_tryrd(rw) rw_other(rw_tryrd_body, 0, rw)
#define rw_other_trywr(rw) rw_other(rw_trywr_body, 0, rw)

T_UNUSED static void *rw_read_body(void *rw)
{
	OK(pthread_rwlock_rdlock(rw));
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}

T_UNUSED static void *rw_write_body(void *rw)
{
	OK(pthread_rwlock_wrlock(rw));
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}
