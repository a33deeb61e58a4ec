/* Kills a child after single instructions of an operation, one child per instruction.
 *
 * An operation has some hundred instructions, more in an unoptimised shim; unless all are asked for, a
 * number of them is taken that is spread over the operation (step_stride).
 *
 * The child runs `body`, which calls step_here() right before the operation and step_done() right
 * after it. The parent single-steps it from there and kills it after `n` instructions, or where it
 * sleeps in a system call.
 */
#pragma once
#include "../t.h"
#include <sys/ptrace.h>

/* In shared memory: how far the child has come. */
struct step {
	int here, done;
};
static struct step *step_state;

static void step_here(void)
{
	STORE(step_state->here, 1);
	syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGSTOP);
}
static void step_done(void) { STORE(step_state->done, 1); }

/* A child's first robust lock, so that the steps are those of every later one. */
static void step_warm(void)
{
	pthread_mutex_t m;
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_PRIVATE));
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
}


/* Starts a child that stops at step_here(). */
T_UNUSED static pid_t step_fork(void (*body)(void *), void *arg)
{
	step_state->here = step_state->done = 0;
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		step_warm();
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		body(arg);
		_exit(0);
	}
	int status;
	TRUE(waitpid(pid, &status, 0) == pid);
	TRUE(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP && LOAD(step_state->here));
	return pid;
}

enum step_end { STEP_KILLED, STEP_KILLED_ASLEEP, STEP_DONE };

/* Whether the child sleeps in a futex operation: twice, and did not run in between. */
static int step_sleeps(pid_t pid)
{
	for (int i = 0; i < 2; i++) {
		char path[64], text[512];
		snprintf(path, sizeof path, "/proc/%d/stat", pid);
		t_slurp(path, text, sizeof text);
		const char *state = strrchr(text, ')');
		if (!state || strncmp(state, ") S", 3) || !t_is_blocked_in(pid, pid))
			return 0;
	}
	return 1;
}

/* Waits for the stop after one instruction; 0 when the child sleeps in the kernel instead. */
static int step_stopped(pid_t pid)
{
	int status;
	for (int i = 0;; i++) {
		pid_t r = waitpid(pid, &status, __WALL | (i < 100000 ? WNOHANG : 0));
		if (r == pid) {
			if (WIFEXITED(status) || WIFSIGNALED(status))
				FAIL("the child ended by itself: status %x", status);
			return 1;
		}
		TRUE(r == 0);
		if (i > 200 && step_sleeps(pid))
			return 0;
	}
}

/* Instructions that the last child was let run. */
static int step_taken;

/* Lets the child run `n` instructions, then kills it. */
T_UNUSED static enum step_end step_kill_after(pid_t pid, int n)
{
	enum step_end end = STEP_KILLED;
	for (step_taken = 0; step_taken < n && end == STEP_KILLED; step_taken++) {
		if (LOAD(step_state->done)) {
			end = STEP_DONE;
			break;
		}
		TRUE(!ptrace(PTRACE_SINGLESTEP, pid, 0, 0));
		if (!step_stopped(pid))
			end = STEP_KILLED_ASLEEP;
	}
	kill(pid, SIGKILL);
	int status;
	while (waitpid(pid, &status, __WALL) == pid && !WIFSIGNALED(status) && !WIFEXITED(status))
		;
	return end;
}

/* Steps the child until it sleeps in the kernel. Once woken it stops again, before anything else. */
T_UNUSED static void step_to_sleep(pid_t pid)
{
	do {
		TRUE(!LOAD(step_state->done));
		TRUE(!ptrace(PTRACE_SINGLESTEP, pid, 0, 0));
	} while (step_stopped(pid));
}

/* Waits for the stop of a child that sleeps and has been woken. */
T_UNUSED static void step_woken(pid_t pid)
{
	int status;
	TRUE(waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status));
}

T_UNUSED static void step_init(void)
{
	step_state = t_shared(sizeof *step_state);
}

/* As many instructions as an operation has. */
#define STEP_ALL INT_MAX

/* After a round with STEP_ALL: how far apart to kill, for at most `rounds` rounds; with KILL_EVERY_STEP in
 * the environment after every instruction. */
T_UNUSED static int step_stride(int rounds)
{
	return getenv("KILL_EVERY_STEP") ? 1 : step_taken / rounds + 1;
}

/* Kinds that survive a death: 3 types x plain or inherit, robust and shared. */
#define EACH_ROBUST(k)                                                                             \
	EACH_KIND(k)                                                                               \
		if (k.robust == PTHREAD_MUTEX_ROBUST && k.shared && k.type != 3)

/* Locks as a survivor: no hang, and no other result than success or the owner's death, which is repaired. */
T_UNUSED static int step_lock(pthread_mutex_t *m)
{
	struct timespec end = t_in(CLOCK_REALTIME, 5000);
	int r = pthread_mutex_timedlock(m, &end);
	if (r == EOWNERDEAD)
		OK(pthread_mutex_consistent(m));
	else
		OK(r);
	return r;
}
