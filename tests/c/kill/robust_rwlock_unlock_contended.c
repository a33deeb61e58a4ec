// flags: -Wl,-z,now
// limit: 120
/* A process killed after any instruction of an unlock that others wait for: a reader and a writer, who both come
 * through, and one of whom is told if the dead one wrote and had not unlocked. */
#include "step.h"
#include "robust_rwlock.h"

static int told;

static void body(void *writes)
{
	OK(writes ? pthread_rwlock_wrlock(&s->rw) : pthread_rwlock_rdlock(&s->rw));
	step_here();
	OK(pthread_rwlock_unlock(&s->rw));
	step_done();
}

static void *waiter(void *writes)
{
	if (survivor_lock(writes != NULL) == EOWNERDEAD)
		ADD(told, 1);
	OK(pthread_rwlock_unlock(&s->rw));
	return NULL;
}

static int round_of(int child_writes, int n)
{
	struct t_thread w, r;
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	STORE(told, 0);
	pid_t pid = step_fork(body, child_writes ? s : NULL);
	t_start(&w, waiter, s);
	t_blocked(&w);
	t_start(&r, waiter, NULL);
	t_blocked(&r);
	TRUE(step_kill_after(pid, n) != STEP_KILLED_ASLEEP);
	t_join(&w);
	t_join(&r);
	TRUE(told <= child_writes);
	check_whole();
	return told;
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	for (int writes = 0; writes < 2; writes++) {
		t_where = writes ? "a writer unlocks" : "a reader unlocks";
		EQ(round_of(writes, STEP_ALL), 0);
		int all = step_taken, stride = step_stride(60), died = 0;
		for (int n = 0; n < all; n += stride)
			died += round_of(writes, n);
		TRUE(all > 10);
		if (writes)
			TRUE(died > 0 && died < all / stride);
	}
	return 0;
}
