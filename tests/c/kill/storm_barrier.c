// limit: 600
/* Processes killed around a shared barrier: one that was killed while it waited has arrived. With as many
 * workers as the barrier counts no round can be short of arrivals, so all the living come through; no round
 * ends with fewer arrivals than it counts; and the object can be made anew, however many died in it. */
#include "../barrier.h"
#include "storm.h"

static struct shared {
	pthread_barrier_t b;
	long arrivals, rounds, returns;
} *s;
static long deaths;

static void body(int id, unsigned seed)
{
	for (;;) {
		ADD(s->arrivals, 1);
		storm_enter(id, WANT);
		int is_last = barrier_pass(&s->b);
		long arrivals = LOAD(s->arrivals);
		if (is_last && ADD(s->rounds, 1) * WORKERS > arrivals)
			FAIL("%ld rounds of %d with %ld arrivals", LOAD(s->rounds), WORKERS, arrivals);
		ADD(s->returns, 1);
		storm_at(id, IDLE);
		ADD(storm->w[id].passes, 1);
		storm_pause(&seed, 3);
	}
}

/* Not more returns than the rounds that ended, told or by one who died before it told. */
static int after(int id, enum phase at)
{
	(void)id;
	deaths += at != IDLE;
	long rounds = LOAD(s->rounds), returns = LOAD(s->returns);
	/* Read in this order both may only seem too few. */
	if (returns > (LOAD(s->rounds) + deaths + 1) * WORKERS)
		FAIL("%ld returns of %ld rounds", returns, rounds);
	return 0;
}

static void start(void)
{
	pthread_barrierattr_t a;
	memset(s, 0, sizeof *s);
	deaths = 0;
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_barrier_init(&s->b, &a, WORKERS));
}

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body, .after = after };
	s = t_shared(sizeof *s);
	for (int i = 0; i < 4; i++) {
		storm_run(&plan, storm_part(4));
		/* Whoever died waiting still counts as waiting. */
		EITHER(pthread_barrier_destroy(&s->b), 0, EBUSY);
	}
	storm_report();
	return 0;
}
