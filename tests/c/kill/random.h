/* Processes that work in a loop, and are killed at random moments and replaced. */
#pragma once
#include "../t.h"

enum { WORKERS = 4 };

/* In shared memory: how often each worker came through. */
static long *progress;

static void random_pause(unsigned *seed, unsigned max_us)
{
	*seed = *seed * 1103515245 + 12345;
	unsigned us = (*seed >> 8) % (max_us + 1);
	if (us)
		t_pause_us(us);
}

/* Every worker that lives must come through again, soon. */
static void all_come_through(void)
{
	long before[WORKERS];
	for (int i = 0; i < WORKERS; i++)
		before[i] = LOAD(progress[i]);
	for (int i = 0; i < WORKERS; i++)
		UNTIL(LOAD(progress[i]) != before[i]);
}

struct worker {
	void (*body)(int id, unsigned seed);
	int id;
	unsigned seed;
};

static void worker_body(void *v)
{
	struct worker *w = v;
	w->body(w->id, w->seed);
}

/* A worker that has found a fault has ended already. */
static void kill_worker(pid_t pid)
{
	OK(kill(pid, SIGKILL));
	if (!WIFSIGNALED(t_wait(pid)))
		FAIL("a worker ended by itself");
}

/* Kills and replaces a random worker, `rounds` times. */
static void kill_at_random(void (*body)(int id, unsigned seed), int rounds)
{
	pid_t pids[WORKERS];
	unsigned seed = 1;
	progress = t_shared(WORKERS * sizeof *progress);
	for (int i = 0; i < WORKERS; i++)
		pids[i] = t_fork(worker_body, &(struct worker){ body, i, (unsigned)i });
	for (int round = 0; round < rounds; round++) {
		random_pause(&seed, 300);
		int victim = (int)(seed >> 20) % WORKERS;
		kill_worker(pids[victim]);
		pids[victim] = t_fork(worker_body, &(struct worker){ body, victim, seed });
		if (round % 50 == 49)
			all_come_through();
	}
	for (int i = 0; i < WORKERS; i++)
		kill_worker(pids[i]);
}
