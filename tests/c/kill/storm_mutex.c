// limit: 600
/* Processes killed around a robust mutex of every shared kind, plain, inheriting and under a ceiling: it
 * excludes, every death inside is told, what it protects agrees with the journal, and the living come
 * through. */
#include "storm.h"

static struct shared {
	pthread_mutex_t m;
	int inside;
	long count, journal[WORKERS];
	long told;
} *s;
static struct t_kind kind;

static long journal(void)
{
	long sum = 0;
	for (int i = 0; i < WORKERS; i++)
		sum += s->journal[i];
	return sum;
}

/* Somebody died inside: between the two writes at most. */
static void repair(void)
{
	ADD(s->told, 1);
	TRUE(s->count == journal() || s->count == journal() + 1);
	s->count = journal();
	OK(pthread_mutex_consistent(&s->m));
}

/* By one of the four calls; 0: it was taken, and is consistent. */
static int take(unsigned way)
{
	struct timespec real = t_in_us(CLOCK_REALTIME, way & 8 ? 300 : 10000000),
			mono = t_in_us(CLOCK_MONOTONIC, way & 8 ? 300 : 10000000);
	int r;
	switch (way & 7) {
	case 0:
		r = pthread_mutex_trylock(&s->m);
		break;
	case 1:
		r = pthread_mutex_timedlock(&s->m, &real);
		break;
	case 2:
		r = pthread_mutex_clocklock(&s->m, CLOCK_MONOTONIC, &mono);
		break;
	default:
		r = pthread_mutex_lock(&s->m);
	}
	if (r == EOWNERDEAD)
		repair();
	else if (r == 0 && (LOAD(s->inside) || s->count != journal()))
		FAIL("inside %d, count %ld, journal %ld: somebody is or was inside, and nothing was told", LOAD(s->inside),
		     s->count, journal());
	else if (r && !((way & 7) == 0 && r == EBUSY) && !((way & 8) && r == ETIMEDOUT))
		FAIL("lock %u gave %s", way & 15, t_error(r));
	return r == EOWNERDEAD ? 0 : r;
}

static void body(int id, unsigned seed)
{
	for (;;) {
		unsigned way = storm_random(&seed);
		storm_enter(id, WANT);
		int r = take(way);
		if (r == 0) {
			STORE(s->inside, 1);
			storm_at(id, HOLD);
			s->count++;
			s->journal[id]++;
			if (kind.type == PTHREAD_MUTEX_RECURSIVE && (way & 16)) {
				OK(pthread_mutex_lock(&s->m));
				OK(pthread_mutex_unlock(&s->m));
			}
			if ((way & 0x700) == 0)
				storm_pause(&seed, 20);
			STORE(s->inside, 0);
			storm_enter(id, LEAVE);
			OK(pthread_mutex_unlock(&s->m));
		}
		storm_at(id, IDLE);
		storm_passed(id);
		storm_pause(&seed, 3);
	}
}

static void start(void)
{
	memset(s, 0, sizeof *s);
	if (kind.protocol == PTHREAD_PRIO_PROTECT) {
		pthread_mutexattr_t a;
		OK(pthread_mutexattr_init(&a));
		OK(pthread_mutexattr_settype(&a, kind.type));
		OK(pthread_mutexattr_setrobust(&a, kind.robust));
		OK(pthread_mutexattr_setpshared(&a, kind.shared));
		OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
		OK(pthread_mutexattr_setprioceiling(&a, 1));
		OK(pthread_mutex_init(&s->m, &a));
	} else {
		t_mutex(&s->m, kind);
	}
}

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body };
	s = t_shared(sizeof *s);
	for (int i = 0; i < 9; i++) {
		kind = t_kind_of(i % 3, i / 3, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED);
		t_where = kind.name;
		storm_run(&plan, storm_part(9));
		TRUE(s->told > 0);
	}
	storm_report();
	return 0;
}
