// flags: -Wl,-z,now
// limit: 120
/* A reader is stopped after any instruction of its lock of a free robust rwlock. If a writer gets the rwlock then,
 * the reader comes in when the writer has gone, and not before. */
#include "step.h"
#include "robust_rwlock.h"

static void body(void *unused)
{
	(void)unused;
	step_here();
	OK(pthread_rwlock_rdlock(&s->rw));
	STORE(s->inside, 1);
	step_done();
	OK(pthread_rwlock_unlock(&s->rw));
}

/* Whether the writer got in between. */
static int round_of(int n)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	s->inside = 0;
	pid_t pid = step_fork(body, NULL);
	for (step_taken = 0; step_taken < n && !LOAD(step_state->done); step_taken++) {
		TRUE(!ptrace(PTRACE_SINGLESTEP, pid, 0, 0));
		TRUE(step_stopped(pid));
	}
	int was_inside = LOAD(s->inside), r = pthread_rwlock_trywrlock(&s->rw);
	EITHER(r, 0, EBUSY);
	if (was_inside)
		EQ(r, EBUSY);
	TRUE(!ptrace(PTRACE_CONT, pid, 0, 0));
	if (r == 0) {
		UNTIL(LOAD(s->inside) || t_is_blocked_in(pid, pid));
		EQ(LOAD(s->inside), 0);
		OK(pthread_rwlock_unlock(&s->rw));
	}
	OK(t_wait(pid));
	TRUE(LOAD(s->inside));
	check_whole();
	return r == 0;
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	EQ(round_of(STEP_ALL), 0);
	int all = step_taken, stride = step_stride(400), between = 0;
	for (int n = 0; n < all; n += stride)
		between += round_of(n);
	TRUE(between > 0 && between < all / stride);
	return 0;
}
