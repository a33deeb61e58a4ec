// flags: -Wl,-z,now
// limit: 60
/* A process dies with a slot of a robust rwlock, and its id is given to a new one: that one has nothing there. It cannot
 * unlock, it comes in to write, what it reads and gives back is its own; and it does not read beside a writer. */
#include "step.h"
#include "robust_rwlock.h"
#include <linux/sched.h>

static void read_for_ever(void *nested)
{
	OK(pthread_rwlock_rdlock(&s->rw));
	if (nested)
		OK(pthread_rwlock_rdlock(&s->rw));
	STORE(s->inside, 1);
	for (;;)
		pause();
}

/* Runs in a new process that has this id; false if another one has taken it meanwhile. */
static int run_as(pid_t id, void (*body)(void))
{
	struct clone_args a = { .exit_signal = SIGCHLD, .set_tid = (uintptr_t)&id, .set_tid_size = 1 };
	pid_t pid = syscall(SYS_clone3, &a, sizeof a);
	if (pid < 0 && (errno == EPERM || errno == ENOSYS))
		SKIP("no right to choose a process id");
	if (pid < 0) {
		EQ(errno, EEXIST);
		return 0;
	}
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		body();
		_exit(0);
	}
	EQ(pid, id);
	OK(t_wait(pid));
	return 1;
}

static void cannot_unlock(void)
{
	EQ(pthread_rwlock_unlock(&s->rw), EPERM);
}

static void writes(void)
{
	OK(pthread_rwlock_trywrlock(&s->rw));
	OK(pthread_rwlock_unlock(&s->rw));
}

static void reads_once(void)
{
	OK(pthread_rwlock_rdlock(&s->rw));
	OK(pthread_rwlock_unlock(&s->rw));
	EQ(pthread_rwlock_unlock(&s->rw), EPERM);
}

static void does_not_read(void)
{
	EQ(pthread_rwlock_tryrdlock(&s->rw), EBUSY);
}

/* A dead reader's id. */
static void after_a_reader(void (*body)(void), int nested)
{
	pid_t pid;
	do {
		rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
		s->inside = 0;
		pid = t_fork(read_for_ever, nested ? s : NULL);
		UNTIL(LOAD(s->inside));
		t_kill(pid);
	} while (!run_as(pid, body));
	check_whole();
}

static void read_stepped(void *unused)
{
	(void)unused;
	step_here();
	OK(pthread_rwlock_rdlock(&s->rw));
	step_done();
}

/* Whether a process has claimed a slot: the gate is the third word, and it never goes there. */
static int has_claimed(pid_t pid)
{
	const int *words = (const int *)&s->rw;
	for (int i = 0; i < 14; i++)
		if (LOAD(words[i]) == pid)
			return 1;
	return 0;
}

static void step_once(pid_t pid)
{
	TRUE(!ptrace(PTRACE_SINGLESTEP, pid, 0, 0));
	TRUE(step_stopped(pid));
}

/* A reader claims a slot after `before` instructions, when a writer has come in, and dies before it sees that. False
 * if it has claimed by then. */
static int after_a_claim(int before)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	pid_t pid = step_fork(read_stepped, NULL);
	for (int n = 0; n < before; n++)
		step_once(pid);
	if (has_claimed(pid)) {
		t_kill(pid);
		return 0;
	}
	OK(pthread_rwlock_trywrlock(&s->rw));
	for (int n = 0; n < 4 && !has_claimed(pid); n++)
		step_once(pid);
	int claimed = has_claimed(pid);
	t_kill(pid);
	int done = claimed && run_as(pid, does_not_read);
	OK(pthread_rwlock_unlock(&s->rw));
	return done;
}

/* After how many instructions it claims. */
static int steps_to_claim(void)
{
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	pid_t pid = step_fork(read_stepped, NULL);
	int n = 0;
	for (; !has_claimed(pid); n++)
		step_once(pid);
	t_kill(pid);
	return n;
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	after_a_reader(cannot_unlock, 0);
	after_a_reader(writes, 0);
	after_a_reader(reads_once, 0);
	after_a_reader(reads_once, 1);
	int before = steps_to_claim() - 1, tries = 0;
	while (!after_a_claim(before - tries % 4))
		TRUE(++tries < 40);
	return 0;
}
