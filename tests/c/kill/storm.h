/* Processes that work on one shared object in a loop, and are killed one after the other and replaced.
 *
 * Every second one is killed at a random moment, wherever it then is. The others stop right before a
 * random operation, run a random number of instructions of it, and are killed there: at a moment alone
 * most would be found asleep. How many are killed: KILLS in the environment, per program.
 */
#pragma once
#include "../t.h"
#include <sys/ptrace.h>

enum { WORKERS = 4, ALL = WORKERS };

/* Where a worker stands: with nothing; in a call that takes; with what it has taken; in a call that gives. */
enum phase { IDLE, WANT, HOLD, LEAVE };

struct worker {
	int phase, stop_in, is_parked;
	int access; /* what it wants or holds: the program's to say */
	long passes; /* how often it came through */
} __attribute__((aligned(64)));

static struct storm {
	struct worker w[WORKERS];
	int pause; /* workers park when they hold nothing */
	int victim; /* being killed, or ALL: what it says of itself counts no more */
} *storm;

struct storm_plan {
	void (*start)(void); /* makes the object anew */
	int spares_holders; /* a dead holder is the object's end: most are let go on */
	void (*body)(int id, unsigned seed);
	/* Looks at what a death left behind; true: the object cannot go on, all workers start anew. */
	int (*after)(int id, enum phase at);
};

static pid_t storm_pid[WORKERS];
/* For the report: killed at a moment, after an instruction, and with all others when the object could not
 * go on; how many of them inside an operation. */
static long storm_moments, storm_steps, storm_restarts, storm_inside;

static unsigned storm_random(unsigned *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void storm_pause(unsigned *seed, unsigned max_us)
{
	unsigned us = storm_random(seed) % (max_us + 1);
	if (us)
		t_pause_us(us);
}

/* --- in a worker ------------------------------------------------------------------------------ */

/* Right before an operation. */
T_UNUSED static void storm_enter(int id, enum phase phase)
{
	struct worker *w = &storm->w[id];
	if (LOAD(w->stop_in) && ADD(w->stop_in, -1) == 0)
		syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGSTOP);
	STORE(w->phase, phase);
}

/* Right after it. */
T_UNUSED static void storm_at(int id, enum phase phase) { STORE(storm->w[id].phase, phase); }

/* Once per loop, holding nothing. */
T_UNUSED static void storm_passed(int id)
{
	struct worker *w = &storm->w[id];
	ADD(w->passes, 1);
	if (!LOAD(storm->pause))
		return;
	STORE(w->is_parked, 1);
	while (LOAD(storm->pause))
		t_pause_us(50);
	STORE(w->is_parked, 0);
}

/* Whether another one holds what it wanted, as far as it can still be asked. */
T_UNUSED static int storm_holds(int id)
{
	int holds = LOAD(storm->w[id].phase) == HOLD, victim = LOAD(storm->victim);
	return holds && victim != id && victim != ALL;
}

/* --- in the parent ---------------------------------------------------------------------------- */

struct storm_start {
	const struct storm_plan *plan;
	int id;
	unsigned seed;
};

static void storm_worker(void *v)
{
	struct storm_start *s = v;
	s->plan->body(s->id, s->seed | 1);
}

static void storm_spawn(const struct storm_plan *p, int id, unsigned *seed)
{
	struct worker *w = &storm->w[id];
	w->phase = IDLE;
	w->stop_in = w->is_parked = 0;
	storm_pid[id] = t_fork(storm_worker, &(struct storm_start){ p, id, storm_random(seed) });
}

/* Fails, with what each worker is doing. */
static void storm_stuck(const char *what)
{
	char text[256];
	int n = 0;
	for (int i = 0; i < WORKERS; i++)
		n += snprintf(text + n, sizeof text - (size_t)n, " %d:phase %d access %d%s", i, LOAD(storm->w[i].phase),
			      storm->w[i].access, LOAD(storm->w[i].is_parked) ? " parked" : "");
	FAIL("%s after %ld kills:%s", what, storm_moments + storm_steps, text);
}

/* Every worker that lives comes through again, soon. */
static void storm_all_pass(void)
{
	long before[WORKERS];
	double end = t_now() + 10;
	for (int i = 0; i < WORKERS; i++)
		before[i] = LOAD(storm->w[i].passes);
	for (int i = 0; i < WORKERS; i++)
		while (LOAD(storm->w[i].passes) == before[i]) {
			if (t_now() > end)
				storm_stuck("a worker hangs");
			t_pause_us(50);
		}
}

/* Waits for the stop of a traced process, not for long; 0 if it sleeps, or takes its time. */
static int storm_stopped(pid_t pid, int max_us)
{
	double end = t_now() + max_us / 1e6;
	int status;
	for (;;) {
		pid_t r = waitpid(pid, &status, __WALL | WNOHANG);
		TRUE(r == 0 || r == pid);
		if (r == pid && !WIFSTOPPED(status))
			FAIL("a worker ended by itself: status %x", status);
		if (r == pid)
			return 1;
		if (t_now() > end)
			return 0;
		sched_yield();
	}
}

/* Waits until a worker holds nothing, if it lets go soon. */
static void storm_spare(int id)
{
	double end = t_now() + 0.002;
	while (LOAD(storm->w[id].phase) == HOLD && t_now() < end)
		sched_yield();
}

/* Lets a worker run a random number of instructions of its next operation but a few. */
static void storm_step(int id, int spare, unsigned *seed)
{
	pid_t pid = storm_pid[id];
	TRUE(!ptrace(PTRACE_SEIZE, pid, 0, 0));
	STORE(storm->w[id].stop_in, 1 + (int)(storm_random(seed) % 4));
	if (!storm_stopped(pid, 2000))
		return;
	int n = (int)(storm_random(seed) % (32u << storm_random(seed) % 6));
	while (n-- > 0 || (spare && LOAD(storm->w[id].phase) == HOLD))
		if (ptrace(PTRACE_SINGLESTEP, pid, 0, 0) || !storm_stopped(pid, 500))
			break;
}

static void storm_kill(int id)
{
	OK(kill(storm_pid[id], SIGKILL));
	int status;
	do
		TRUE(waitpid(storm_pid[id], &status, __WALL) == storm_pid[id]);
	while (WIFSTOPPED(status));
	/* A worker that has found a fault has said so, and ended by itself. */
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		FAIL("a worker ended by itself: status %x", status);
	storm_inside += LOAD(storm->w[id].phase) != IDLE;
}

static void storm_kill_all(int but)
{
	STORE(storm->victim, ALL);
	for (int i = 0; i < WORKERS; i++)
		if (i != but)
			storm_kill(i);
}

static void storm_start_all(const struct storm_plan *p, unsigned *seed)
{
	memset(storm, 0, sizeof *storm);
	storm->victim = -1;
	p->start();
	for (int i = 0; i < WORKERS; i++)
		storm_spawn(p, i, seed);
}

/* Kills one, at a moment or after an instruction; where it stood. */
static enum phase storm_kill_one(const struct storm_plan *p, int id, int by_step, unsigned *seed)
{
	STORE(storm->victim, id);
	if (by_step)
		storm_step(id, p->spares_holders, seed);
	else if (p->spares_holders)
		storm_spare(id);
	storm_kill(id);
	*(by_step ? &storm_steps : &storm_moments) += 1;
	return (enum phase)LOAD(storm->w[id].phase);
}

/* Starts workers on an object, kills `kills` of them, and then all that are left. */
T_UNUSED static void storm_run(const struct storm_plan *p, int kills)
{
	static unsigned seed;
	seed = seed ? seed : 0x2545f491u ^ (unsigned)(getenv("KILL_SEED") ? atoi(getenv("KILL_SEED")) : 0);
	if (!storm)
		storm = t_shared(sizeof *storm);
	storm_start_all(p, &seed);
	for (int k = 0; k < kills; k++) {
		int id = (int)(storm_random(&seed) % WORKERS);
		storm_pause(&seed, 200);
		enum phase at = storm_kill_one(p, id, k & 1, &seed);
		if (p->after && p->after(id, at)) {
			storm_kill_all(id);
			storm_restarts += WORKERS - 1;
			k += WORKERS - 1;
			storm_start_all(p, &seed);
			continue;
		}
		storm_spawn(p, id, &seed);
		STORE(storm->victim, -1);
		if (k % 50 == 49)
			storm_all_pass();
	}
	storm_all_pass();
	storm_kill_all(-1);
}

/* One of `parts` equal parts of this program's kills. */
T_UNUSED static int storm_part(int parts)
{
	const char *all = getenv("KILLS");
	return (all ? atoi(all) : 800) / parts + 1;
}

T_UNUSED static void storm_report(void)
{
	printf("killed %ld at a moment, %ld after an instruction, %ld with an object that the dead one held; %ld inside an operation\n",
	       storm_moments, storm_steps, storm_restarts, storm_inside);
	TRUE(storm_inside > (storm_moments + storm_steps) / 8);
}
