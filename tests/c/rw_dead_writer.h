/* What a thread that ended while it wrote has locked stays locked, for those too who waited when it ended: nobody
 * is let in, nobody is told of an error. Who waits is real-time, or ordinary and holds an inheriting mutex: both
 * wait in the kernel where the writer inherits, and one of them is its heir there. */
#pragma once
#include "rw.h"

struct visit {
	pthread_rwlock_t *rw;
	int writes, timed;
	struct t_thread thread;
};

static int dw_written, dw_dies;

static void *dw_writer(void *rw)
{
	OK(pthread_rwlock_wrlock(rw));
	STORE(dw_written, 1);
	UNTIL(LOAD(dw_dies));
	return rw;
}

static void dw_expect_locked(struct visit *v, long ms)
{
	struct timespec end = t_in(CLOCK_REALTIME, ms);
	if (v->writes)
		EQ(pthread_rwlock_timedwrlock(v->rw, &end), ETIMEDOUT);
	else
		EQ(pthread_rwlock_timedrdlock(v->rw, &end), ETIMEDOUT);
	EQ(pthread_rwlock_tryrdlock(v->rw), EBUSY);
	EQ(pthread_rwlock_trywrlock(v->rw), EBUSY);
}

static void *dw_visit(void *p)
{
	struct visit *v = p;
	pthread_mutex_t mine;
	t_mutex(&mine, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED,
				 PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(&mine));
	if (v->timed) {
		dw_expect_locked(v, 300);
		dw_expect_locked(v, 10); /* the heir, once more */
	} else {
		int r = v->writes ? pthread_rwlock_wrlock(v->rw) : pthread_rwlock_rdlock(v->rw);
		FAIL("a dead writer's lock was given on: %s", t_error(r));
	}
	OK(pthread_mutex_unlock(&mine));
	return p;
}

/* Two wait when the writer ends, the first before the second; the untimed ones stay to the end of the process. */
T_UNUSED static void dead_writer(pthread_rwlock_t *rw, int priority, int ways)
{
	struct visit *v = calloc(2, sizeof *v), after = { .rw = rw };
	struct t_thread writer;
	char where[64];
	snprintf(where, sizeof where, "priority %d, ways %d", priority, ways);
	t_where = where;
	STORE(dw_written, 0);
	STORE(dw_dies, 0);
	t_start(&writer, dw_writer, rw);
	UNTIL(LOAD(dw_written));
	for (int n = 0; n < 2; n++, ways >>= 2) {
		v[n].rw = rw;
		v[n].writes = ways & 1;
		v[n].timed = ways >> 1 & 1;
		t_start_fifo(&v[n].thread, priority, dw_visit, &v[n]);
		t_blocked(&v[n].thread);
	}
	STORE(dw_dies, 1);
	t_join(&writer);
	for (after.writes = 0; after.writes < 2; after.writes++)
		dw_expect_locked(&after, 20);
	for (int n = 0; n < 2; n++) {
		if (v[n].timed)
			t_join(&v[n].thread);
		else
			t_blocked(&v[n].thread);
	}
	for (after.writes = 0; after.writes < 2; after.writes++)
		dw_expect_locked(&after, 5);
	t_where = "";
}
