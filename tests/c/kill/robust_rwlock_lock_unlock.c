// flags: -Wl,-z,now
// limit: 120
/* A process killed after any instruction of a lock or an unlock of a free robust rwlock, to read or to write: a
 * survivor gets it, to read and to write, and is told of the death if the process wrote. */
#include "step.h"
#include "robust_rwlock.h"

static void body(void *writes)
{
	step_here();
	OK(writes ? pthread_rwlock_wrlock(&s->rw) : pthread_rwlock_rdlock(&s->rw));
	STORE(s->inside, 1);
	STORE(s->inside, 0);
	OK(pthread_rwlock_unlock(&s->rw));
	step_done();
}

/* Whether the survivor was told of the death. */
static int round_of(int child_writes, int writes, int n)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	s->inside = 0;
	TRUE(step_kill_after(step_fork(body, child_writes ? s : NULL), n) != STEP_KILLED_ASLEEP);
	int r = survivor_lock(writes);
	if (child_writes && s->inside)
		EQ(r, EOWNERDEAD);
	if (!child_writes)
		EQ(r, 0);
	OK(pthread_rwlock_unlock(&s->rw));
	EQ(survivor_lock(!writes), 0);
	OK(pthread_rwlock_unlock(&s->rw));
	check_whole();
	return r == EOWNERDEAD;
}

int main(void)
{
	static const char *const where[] = { "reader dies, reader survives", "reader, writer", "writer, reader",
					     "writer, writer" };
	step_init();
	s = t_shared(sizeof *s);
	for (int i = 0; i < 4; i++) {
		t_where = where[i];
		EQ(round_of(i >> 1, i & 1, STEP_ALL), 0);
		int all = step_taken, stride = step_stride(120), told = 0;
		for (int n = 0; n < all; n += stride)
			told += round_of(i >> 1, i & 1, n);
		TRUE(all > 20);
		if (i >> 1)
			TRUE(told > 1 && told < all / stride);
	}
	return 0;
}
