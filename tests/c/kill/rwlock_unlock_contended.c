// flags: -Wl,-z,now
// limit: 120
/* A process killed after any instruction of an unlock for which another process waits, and a waiter that
 * was woken killed after any instruction on its way out: the other one gets the lock if the dead one does
 * not hold it. */
#include "../rw.h"
#include "other.h"

static pthread_rwlock_t *rw;
static int holds_for_writing;

static void rd(void) { OK(pthread_rwlock_rdlock(rw)); }
static void wr(void) { OK(pthread_rwlock_wrlock(rw)); }
static void un(void) { OK(pthread_rwlock_unlock(rw)); }

/* By the shim's word: 30 bits of readers, the waiters' bit, the writer's. */
static int is_free(void) { return (LOAD(*(unsigned *)rw) & ~(1u << 30)) == 0; }

static void unlocker(void *unused)
{
	(void)unused;
	holds_for_writing ? wr() : rd();
	step_here();
	un();
	step_done();
}

static void waiter(void *unused)
{
	(void)unused;
	step_here();
	wr();
	step_done();
}

/* Whether the other one got it. */
static int unlock_round(int kind, void (*take)(void), int n)
{
	rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
	pid_t pid = step_fork(unlocker, NULL), waits = other_start(take, un);
	t_blocked_process(waits);
	TRUE(step_kill_after(pid, n) != STEP_KILLED_ASLEEP);
	int r = other_comes_back(waits, is_free);
	other_end(waits);
	return r;
}

static int woken_round(int kind, void (*take)(void), int n)
{
	rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
	wr();
	pid_t pid = step_fork(waiter, NULL);
	step_to_sleep(pid);
	pid_t waits = other_start(take, un);
	t_blocked_process(waits);
	un();
	step_woken(pid);
	step_kill_after(pid, n);
	int r = other_comes_back(waits, is_free);
	other_end(waits);
	return r;
}

/* All instructions, or some: on one side of a single one the other gets it, on the other side not. */
static void rounds(int (*round)(int, void (*)(void), int), int kind, void (*take)(void), int gets_it_at_last)
{
	EQ(round(kind, take, STEP_ALL), gets_it_at_last);
	int all = step_taken, stride = step_stride(7), changes = 0, last = !gets_it_at_last;
	for (int n = 0; n < all; n += stride) {
		int r = round(kind, take, n);
		changes += r != last;
		last = r;
	}
	TRUE(all > 20 && changes <= 1);
}

int main(void)
{
	other_init();
	rw = t_shared(sizeof *rw);
	t_where = "reader's unlock, writer waits";
	rounds(unlock_round, 0, wr, 1);
	holds_for_writing = 1;
	t_where = "writer's unlock, reader waits";
	rounds(unlock_round, 2, rd, 1);
	t_where = "writer's unlock, writer waits";
	rounds(unlock_round, 0, wr, 1);
	t_where = "woken writer, writer waits";
	rounds(woken_round, 0, wr, 0);
	t_where = "woken writer, reader waits";
	rounds(woken_round, 2, rd, 0);
	return 0;
}
