/* Storms over locks that are not robust: what a dead one held stays held. Whether it did is read off the
 * object once all the living are parked or asleep; if not, they come through. */
#pragma once
#include "storm.h"

/* Whether anybody holds the lock, by its word. */
static int is_held(void);

/* 0: a worker is on its way; 1: parked; 2: asleep in a call that takes. */
static int stalled_rest(int id)
{
	struct worker *w = &storm->w[id];
	if (LOAD(w->is_parked))
		return 1;
	return LOAD(w->phase) == WANT && t_is_blocked_in(storm_pid[id], storm_pid[id]) && LOAD(w->phase) == WANT ? 2 : 0;
}

/* How many workers sleep, when all others that live are parked; -1 if one is on its way. `mark` changes
 * whenever one of them runs. */
static int stalled_asleep(int victim, long *mark)
{
	int asleep = 0;
	*mark = 0;
	for (int i = 0; i < WORKERS; i++) {
		int rest = i == victim ? 1 : stalled_rest(i);
		if (!rest)
			return -1;
		asleep += rest == 2;
		*mark += LOAD(storm->w[i].passes) + (rest == 2 ? t_switches(storm_pid[i], storm_pid[i]) : 0);
	}
	return asleep;
}

/* Whether the dead one holds the lock. A call that sleeps although the lock is free must wake up by itself. */
static int stalled_is_lost(int victim)
{
	double end = t_now() + 10;
	long mark, last = -1;
	STORE(storm->pause, 1);
	for (;;) {
		int asleep = stalled_asleep(victim, &mark);
		if (asleep == 0 || (asleep > 0 && is_held() && mark == last))
			break;
		last = asleep > 0 && is_held() ? mark : -1;
		if (t_now() > end)
			storm_stuck(asleep > 0 ? "asleep, and the lock is free" : "a worker hangs");
		if (asleep < 0)
			t_pause_us(50);
	}
	int lost = is_held();
	STORE(storm->pause, 0);
	return lost;
}

static int stalled_after(int id, enum phase at)
{
	if (at == IDLE)
		return 0;
	return stalled_is_lost(id);
}

/* How another one holds the lock: 0 not, 1 for reading, 2 for writing. Its pass tells whether what was read
 * belongs together. */
static int stalled_hold(int i)
{
	struct worker *w = &storm->w[i];
	long pass = LOAD(w->passes);
	int holds = storm_holds(i), for_writing = LOAD(w->access);
	return holds && storm_holds(i) && LOAD(w->passes) == pass ? 1 + for_writing : 0;
}

/* Nobody else has the lock while this worker has it, or others for reading only. */
T_UNUSED static void stalled_check(int id, int is_exclusive)
{
	for (int i = 0; i < WORKERS; i++) {
		int hold = i == id ? 0 : stalled_hold(i);
		if (hold > (is_exclusive ? 0 : 1))
			FAIL("worker %d holds it%s, and %d%s", id, is_exclusive ? " alone" : "", i, hold == 2 ? " alone" : "");
	}
}
