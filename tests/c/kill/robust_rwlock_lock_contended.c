// flags: -Wl,-z,now
// limit: 120
/* A process killed after any instruction of a lock that it has to wait for, to read or to write, also when it has
 * been let in but not come back: others come through as if it had not been there, or are told. */
#include "step.h"
#include "robust_rwlock.h"

static void body(void *writes)
{
	step_here();
	OK(writes ? pthread_rwlock_wrlock(&s->rw) : pthread_rwlock_rdlock(&s->rw));
	step_done();
}

enum held { READ, WRITTEN };

/* The child comes while the caller holds the rwlock. It is killed after n instructions, or where it sleeps. */
static void killed_waiting(int writes, enum held held, int n)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	OK(held == READ ? pthread_rwlock_rdlock(&s->rw) : pthread_rwlock_wrlock(&s->rw));
	step_kill_after(step_fork(body, writes ? s : NULL), n);
	if (held == READ)
		OK(rw_other_tryrd(&s->rw)); /* the dead writer keeps nobody out */
	OK(pthread_rwlock_unlock(&s->rw));
	EQ(survivor_lock(1), 0);
	OK(pthread_rwlock_unlock(&s->rw));
	check_whole();
}

/* The child sleeps, is let in, and killed n instructions later. */
static int killed_woken(int writes, enum held held, int n)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	OK(held == READ ? pthread_rwlock_rdlock(&s->rw) : pthread_rwlock_wrlock(&s->rw));
	pid_t pid = step_fork(body, writes ? s : NULL);
	step_to_sleep(pid);
	OK(pthread_rwlock_unlock(&s->rw));
	step_woken(pid);
	step_kill_after(pid, n);
	int r = survivor_lock(n & 1);
	OK(pthread_rwlock_unlock(&s->rw));
	check_whole();
	return r == EOWNERDEAD;
}

static void each_step(int writes, enum held held)
{
	killed_waiting(writes, held, STEP_ALL); /* to where it sleeps */
	int all = step_taken, stride = step_stride(40);
	for (int n = 0; n < all; n += stride)
		killed_waiting(writes, held, n);
	int told = killed_woken(writes, held, STEP_ALL);
	EQ(told, writes); /* a writer came back, and was killed as one */
	all = step_taken;
	stride = step_stride(40);
	told = 0;
	for (int n = 0; n < all; n += stride)
		told += killed_woken(writes, held, n);
	TRUE(all > 10 && told < all / stride && (writes || told == 0));
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	t_where = "a writer waits for a reader";
	each_step(1, READ);
	t_where = "a writer waits for a writer";
	each_step(1, WRITTEN);
	t_where = "a reader waits for a writer";
	each_step(0, WRITTEN);
	return 0;
}
