// flags: -Wl,-z,now
// limit: 90
/* A process killed after any instruction of a lock or an unlock of a free rwlock: up to some instruction it
 * has left nothing, from there on it holds the lock, and from some later one on nothing again. What others
 * may have then they get, and they are told of what they may not have in time. */
#include "../rw.h"
#include "step.h"

static pthread_rwlock_t *rw;

static void body(void *write)
{
	step_here();
	OK(write ? pthread_rwlock_wrlock(rw) : pthread_rwlock_rdlock(rw));
	OK(pthread_rwlock_unlock(rw));
	step_done();
}

enum left { NOTHING, READER, WRITER };

static enum left left(void)
{
	int r = pthread_rwlock_trywrlock(rw);
	if (r == EBUSY) {
		r = pthread_rwlock_tryrdlock(rw);
		if (r == EBUSY)
			return WRITER;
		OK(r);
		OK(pthread_rwlock_unlock(rw));
		return READER;
	}
	OK(r);
	OK(pthread_rwlock_unlock(rw));
	return NOTHING;
}

static enum left round_of(int kind, int write, int n)
{
	rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
	TRUE(step_kill_after(step_fork(body, write ? rw : NULL), n) != STEP_KILLED_ASLEEP);
	enum left what = left();
	struct timespec end = t_in(CLOCK_REALTIME, what == NOTHING ? 5000 : 5);
	EQ(pthread_rwlock_timedwrlock(rw, &end), what == NOTHING ? 0 : ETIMEDOUT);
	if (what == NOTHING)
		OK(pthread_rwlock_unlock(rw));
	end = t_in(CLOCK_REALTIME, what == WRITER ? 5 : 5000);
	EQ(pthread_rwlock_timedrdlock(rw, &end), what == WRITER ? ETIMEDOUT : 0);
	if (what != WRITER)
		OK(pthread_rwlock_unlock(rw));
	if (what == NOTHING)
		OK(pthread_rwlock_destroy(rw));
	return what;
}

int main(void)
{
	step_init();
	rw = t_shared(sizeof *rw);
	for (int kind = 0; kind < 3; kind += 2)
		for (int write = 0; write < 2; write++) {
			EQ(round_of(kind, write, STEP_ALL), NOTHING);
			int all = step_taken, stride = step_stride(60), changes = 0;
			enum left last = NOTHING;
			for (int n = 0; n < all; n += stride) {
				enum left what = round_of(kind, write, n);
				TRUE(what == NOTHING || what == (write ? WRITER : READER));
				changes += what != last;
				last = what;
			}
			TRUE(all > 20 && last == NOTHING);
			EQ(changes, 2);
		}
	return 0;
}
