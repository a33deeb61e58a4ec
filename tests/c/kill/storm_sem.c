// limit: 600
/* Processes killed around a shared and a named semaphore: after each death its permits are those that were
 * there, but for the one that the dead one held, and one that it may have been taking or giving. */
#include "../sem.h"
#include "storm.h"

enum { PERMITS = 2, EXTRA = WORKERS };
static sem_t *sem;
static char name[64]; /* of a named one */
static int *bound; /* how many may hold a permit */

/* Who holds a permit, as bits, and the pass of each. */
static unsigned holders(long *pass)
{
	unsigned who = 0;
	for (int i = 0; i < WORKERS; i++) {
		pass[i] = LOAD(storm->w[i].passes);
		who |= (unsigned)storm_holds(i) << i;
	}
	return who;
}

/* Who holds one in the same pass in two looks has held it in between, together with all others of those. */
static void check(void)
{
	long before[WORKERS], after[WORKERS];
	unsigned who = holders(before);
	int n = 0, most = LOAD(*bound);
	who &= holders(after);
	for (int i = 0; i < WORKERS; i++)
		n += (who >> i & 1) && before[i] == after[i];
	if (n > most)
		FAIL("%d hold one of %d permits", n, most);
}

static int take(unsigned way)
{
	struct timespec real = t_in_us(CLOCK_REALTIME, 300), mono = t_in_us(CLOCK_MONOTONIC, 300);
	int r;
	switch (way & 7) {
	case 0:
		r = sem_trywait(sem);
		break;
	case 1:
		r = sem_timedwait(sem, &real);
		break;
	case 2:
		r = sem_clockwait(sem, CLOCK_MONOTONIC, &mono);
		break;
	default:
		r = sem_wait(sem);
	}
	if (r && !((way & 7) == 0 && errno == EAGAIN) && !((way & 7) && (way & 7) < 3 && errno == ETIMEDOUT))
		FAIL("wait %u failed with %s", way & 7, t_error(errno));
	return r;
}

/* A named one now and then by an address of its own. */
static void reopen(sem_t **own)
{
	if (*own)
		OK(sem_close(*own));
	*own = sem_open(name, 0);
	TRUE(*own != SEM_FAILED);
	sem = *own;
}

static void body(int id, unsigned seed)
{
	sem_t *own = NULL;
	for (;;) {
		unsigned way = storm_random(&seed);
		if (*name && (way & 0xf000) == 0)
			reopen(&own);
		storm_enter(id, WANT);
		if (take(way) == 0) {
			storm_at(id, HOLD);
			check();
			if ((way & 0x300) == 0)
				storm_pause(&seed, 20);
			storm_enter(id, LEAVE);
			OK(sem_post(sem));
		}
		storm_at(id, IDLE);
		storm_passed(id);
		storm_pause(&seed, 3);
	}
}

/* Makes all the living park, and counts: permits beyond the usual let those through who sleep. */
static void count_permits(int id, int least, int most)
{
	double end = t_now() + 10;
	STORE(*bound, PERMITS + EXTRA);
	STORE(storm->pause, 1);
	for (int i = 0; i < EXTRA; i++)
		OK(sem_post(sem));
	for (int i = 0; i < WORKERS; i++)
		while (i != id && !LOAD(storm->w[i].is_parked)) {
			if (t_now() > end)
				storm_stuck("a worker hangs, and there are permits");
			t_pause_us(50);
		}
	int value = sem_value(sem);
	if (value < least + EXTRA || value > most + EXTRA)
		FAIL("%d permits are left, not %d to %d", value - EXTRA, least, most);
	for (; value > PERMITS; value--)
		OK(sem_trywait(sem));
	for (; value < PERMITS; value++)
		OK(sem_post(sem));
	EQ(sem_value(sem), PERMITS);
	STORE(*bound, PERMITS);
	STORE(storm->pause, 0);
}

static int after(int id, enum phase at)
{
	if (at == IDLE)
		count_permits(id, PERMITS, PERMITS);
	else if (at == HOLD)
		count_permits(id, PERMITS - 1, PERMITS - 1);
	else
		count_permits(id, PERMITS - 1, PERMITS);
	return 0;
}

static void start(void) { STORE(*bound, PERMITS); }

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body, .after = after };
	bound = t_shared(sizeof *bound);
	t_where = "shared";
	sem = t_shared(sizeof *sem);
	OK(sem_init(sem, 1, PERMITS));
	storm_run(&plan, storm_part(2));
	OK(sem_destroy(sem));
	t_where = "named";
	snprintf(name, sizeof name, "/fusyn-storm-%d", getpid());
	sem = sem_open(name, O_CREAT | O_EXCL, 0600, PERMITS);
	TRUE(sem != SEM_FAILED);
	storm_run(&plan, storm_part(2));
	OK(sem_close(sem));
	OK(sem_unlink(name));
	storm_report();
	return 0;
}
