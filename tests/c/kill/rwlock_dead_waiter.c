// flags: -Wl,-z,now
// limit: 60
/* A writer killed after any instruction of its wait, the last of them asleep, while the lock is held for
 * reading: other readers pass within half a second, a try at the second time, and the next writer when the
 * reader leaves. */
#include "../rw.h"
#include "step.h"

static pthread_rwlock_t *rw;

static void body(void *unused)
{
	(void)unused;
	step_here();
	OK(pthread_rwlock_wrlock(rw));
	step_done();
}

/* Another thread: this one reads, and may pass a writer for that reason alone. */
static void *by_try(void *unused)
{
	int r = pthread_rwlock_tryrdlock(rw);
	if (r == EBUSY)
		r = pthread_rwlock_tryrdlock(rw);
	OK(r);
	OK(pthread_rwlock_unlock(rw));
	return unused;
}

static void *by_wait(void *unused)
{
	struct timespec end = t_in(CLOCK_REALTIME, 500);
	OK(pthread_rwlock_timedrdlock(rw, &end));
	OK(pthread_rwlock_unlock(rw));
	return unused;
}

static void round_of(int kind, void *(*reader)(void *), int n)
{
	struct t_thread t;
	rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
	OK(pthread_rwlock_rdlock(rw));
	TRUE(step_kill_after(step_fork(body, NULL), n) != STEP_DONE);
	t_start(&t, reader, NULL);
	t_join(&t);
	OK(pthread_rwlock_unlock(rw));
	struct timespec end = t_in(CLOCK_REALTIME, 500);
	OK(pthread_rwlock_timedwrlock(rw, &end));
	OK(pthread_rwlock_unlock(rw));
	OK(pthread_rwlock_destroy(rw));
}

int main(void)
{
	step_init();
	rw = t_shared(sizeof *rw);
	for (int kind = 0; kind < 3; kind += 2)
		for (int wait = 0; wait < 2; wait++) {
			void *(*reader)(void *) = wait ? by_wait : by_try;
			round_of(kind, reader, STEP_ALL);
			int all = step_taken, stride = step_stride(40);
			for (int n = 0; n < all; n += stride)
				round_of(kind, reader, n);
			TRUE(all > 20);
		}
	return 0;
}
