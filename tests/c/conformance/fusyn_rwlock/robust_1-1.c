/* A robust rwlock, private and shared, does what every other one does: exclusion, recursion, tries, time-outs,
 * misuse; and the limits: readers, recursion. Nothing beside it is written. */
#include "rw_own.h"

static struct {
	char before[64];
	pthread_rwlock_t rw;
	char after[64];
} *o;
#define rw (&o->rw)

static void *timed(void *writes)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 20), before = { 0, 0 }, wrong = { 0, -1 };
	if (writes) {
		EQ(pthread_rwlock_clockwrlock(rw, CLOCK_MONOTONIC, &end), ETIMEDOUT);
		EQ(pthread_rwlock_timedwrlock(rw, &before), ETIMEDOUT);
		EQ(pthread_rwlock_timedwrlock(rw, &wrong), EINVAL);
	} else {
		EQ(pthread_rwlock_clockrdlock(rw, CLOCK_MONOTONIC, &end), ETIMEDOUT);
		EQ(pthread_rwlock_timedrdlock(rw, &before), ETIMEDOUT);
		EQ(pthread_rwlock_timedrdlock(rw, &wrong), EINVAL);
	}
	TRUE(t_passed(CLOCK_MONOTONIC, end));
	EQ(pthread_rwlock_unlock(rw), EPERM);
	return NULL;
}

static void other(void *(*body)(void *), void *arg)
{
	struct t_thread t;
	t_start(&t, body, arg);
	t_join(&t);
}

static void misuse(void)
{
	EQ(pthread_rwlock_unlock(rw), EPERM);
	OK(pthread_rwlock_wrlock(rw));
	EQ(pthread_rwlock_wrlock(rw), EDEADLK);
	EQ(pthread_rwlock_rdlock(rw), EDEADLK);
	EQ(pthread_rwlock_trywrlock(rw), EBUSY);
	EQ(pthread_rwlock_tryrdlock(rw), EBUSY);
	EQ(pthread_rwlock_destroy(rw), EBUSY);
	EQ(fusyn_rwlock_consistent(rw), EINVAL);
	EQ(rw_other_tryrd(rw), EBUSY);
	EQ(rw_other_trywr(rw), EBUSY);
	other(timed, NULL);
	OK(pthread_rwlock_unlock(rw));
	EQ(pthread_rwlock_unlock(rw), EPERM);
	EQ(fusyn_rwlock_consistent(rw), EINVAL);
	EQ(fusyn_rwlock_consistent(NULL), EINVAL);
}

static void reads(void)
{
	struct t_thread w, r;
	for (int i = 0; i < FUSYN_RWLOCK_DEPTH; i++)
		OK(i & 1 ? pthread_rwlock_tryrdlock(rw) : pthread_rwlock_rdlock(rw));
	EQ(pthread_rwlock_rdlock(rw), EAGAIN);
	EQ(pthread_rwlock_tryrdlock(rw), EAGAIN);
	OK(pthread_rwlock_unlock(rw));
	EQ(pthread_rwlock_wrlock(rw), EDEADLK);
	EQ(pthread_rwlock_trywrlock(rw), EBUSY);
	EQ(pthread_rwlock_destroy(rw), EBUSY);
	OK(rw_other_tryrd(rw));
	EQ(rw_other_trywr(rw), EBUSY);
	other(timed, rw);
	OK(rw_other_tryrd(rw)); /* the writer that gave up left it open */
	t_start(&w, rw_write_body, rw);
	t_blocked(&w);
	OK(pthread_rwlock_rdlock(rw)); /* again, past the writer */
	EQ(rw_other_tryrd(rw), EBUSY);
	t_start(&r, rw_read_body, rw);
	for (int i = 0; i < FUSYN_RWLOCK_DEPTH; i++)
		OK(pthread_rwlock_unlock(rw));
	t_join(&w);
	t_join(&r);
	EQ(pthread_rwlock_unlock(rw), EPERM);
}

static int inside, leave;

static void *stay(void *v)
{
	OK(pthread_rwlock_rdlock(rw));
	ADD(inside, 1);
	UNTIL(LOAD(leave));
	OK(pthread_rwlock_unlock(rw));
	return v;
}

static void as_many_as_fit(void)
{
	struct t_thread t[FUSYN_RWLOCK_READERS];
	STORE(inside, 0);
	STORE(leave, 0);
	for (int i = 0; i < FUSYN_RWLOCK_READERS; i++)
		t_start(&t[i], stay, NULL);
	UNTIL(LOAD(inside) == FUSYN_RWLOCK_READERS);
	EQ(pthread_rwlock_rdlock(rw), EAGAIN);
	EQ(pthread_rwlock_tryrdlock(rw), EAGAIN);
	EQ(pthread_rwlock_trywrlock(rw), EBUSY);
	STORE(leave, 1);
	for (int i = 0; i < FUSYN_RWLOCK_READERS; i++)
		t_join(&t[i]);
	OK(pthread_rwlock_rdlock(rw));
	OK(pthread_rwlock_unlock(rw));
}

int main(void)
{
	o = t_shared(sizeof *o);
	for (int shared = 0; shared < 2; shared++) {
		t_where = shared ? "shared" : "private";
		memset(o, 0x5a, sizeof *o);
		rw_robust(rw, shared);
		misuse();
		reads();
		as_many_as_fit();
		OK(pthread_rwlock_trywrlock(rw));
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_destroy(rw));
		EQ(pthread_rwlock_rdlock(rw), EINVAL);
		EQ(pthread_rwlock_wrlock(rw), EINVAL);
		EQ(pthread_rwlock_unlock(rw), EINVAL);
		EQ(pthread_rwlock_destroy(rw), EINVAL);
		for (size_t i = 0; i < sizeof o->before; i++)
			TRUE(o->before[i] == 0x5a && o->after[i] == 0x5a);
	}
	return 0;
}
