/* An rwlock whose writer inherits does what every other one does: exclusion, recursion, tries, time-outs,
 * misuse. */
#include "rw_own.h"

static pthread_rwlock_t *rw;

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
	return NULL;
}

static void other(void *(*body)(void *), void *arg)
{
	struct t_thread t;
	t_start(&t, body, arg);
	t_join(&t);
}

static void *unlock_foreign(void *v)
{
	EQ(pthread_rwlock_unlock(rw), EPERM);
	return v;
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
	other(unlock_foreign, NULL);
	EQ(rw_other_tryrd(rw), EBUSY);
	EQ(rw_other_trywr(rw), EBUSY);
	other(timed, NULL);
	OK(pthread_rwlock_unlock(rw));
	EQ(pthread_rwlock_unlock(rw), EPERM);
}

static void reads(void)
{
	struct t_thread w, r;
	for (int i = 0; i < 3; i++)
		OK(i & 1 ? pthread_rwlock_tryrdlock(rw) : pthread_rwlock_rdlock(rw));
	EQ(pthread_rwlock_destroy(rw), EBUSY);
	OK(rw_other_tryrd(rw));
	EQ(rw_other_trywr(rw), EBUSY);
	other(timed, rw);
	OK(rw_other_tryrd(rw)); /* the writer that gave up left it open */
	t_start(&w, rw_write_body, rw);
	t_blocked(&w);
	OK(pthread_rwlock_rdlock(rw)); /* again, past the writer */
	t_start(&r, rw_read_body, rw);
	for (int i = 0; i < 4; i++)
		OK(pthread_rwlock_unlock(rw));
	t_join(&w);
	t_join(&r);
	EQ(pthread_rwlock_unlock(rw), EPERM);
}

int main(void)
{
	rw = t_shared(sizeof *rw);
	for (int kind = 0; kind < 3; kind++) {
		rw_inherit(rw, kind);
		misuse();
		reads();
		OK(pthread_rwlock_trywrlock(rw));
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_destroy(rw));
		EQ(pthread_rwlock_rdlock(rw), EINVAL);
	}
	return 0;
}
