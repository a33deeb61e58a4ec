// limit: 600
/* Processes killed around a shared mutex that is not robust, of every kind. What a dead one held stays
 * held; a death at any other point leaves a lock that excludes and that all the living get, those who
 * slept for it as well. */
#include "stalled.h"

static pthread_mutex_t *m;
static struct t_kind kind;

static int is_held(void)
{
	unsigned word = (unsigned)LOAD(m->__data.__lock);
	if (kind.protocol == PTHREAD_PRIO_PROTECT)
		return (word & 0x7ffff) != 0;
	return (word & 0x3fffffff) != 0;
}

static int take(unsigned way)
{
	struct timespec real = t_in_us(CLOCK_REALTIME, 300);
	int r;
	switch (way & 7) {
	case 0:
		r = pthread_mutex_trylock(m);
		break;
	case 1:
		r = pthread_mutex_timedlock(m, &real);
		break;
	default:
		r = pthread_mutex_lock(m);
	}
	if (r && !((way & 7) == 0 && r == EBUSY) && !((way & 7) == 1 && r == ETIMEDOUT))
		FAIL("lock %u gave %s", way & 7, t_error(r));
	return r;
}

static void body(int id, unsigned seed)
{
	for (;;) {
		unsigned way = storm_random(&seed);
		storm_enter(id, WANT);
		if (take(way) == 0) {
			storm_at(id, HOLD);
			stalled_check(id, 1);
			if ((way & 0x700) == 0)
				storm_pause(&seed, 20);
			storm_enter(id, LEAVE);
			OK(pthread_mutex_unlock(m));
		}
		storm_at(id, IDLE);
		storm_passed(id);
		storm_pause(&seed, 3);
	}
}

static void start(void)
{
	memset(m, 0, sizeof *m);
	if (kind.protocol == PTHREAD_PRIO_PROTECT) {
		pthread_mutexattr_t a;
		OK(pthread_mutexattr_init(&a));
		OK(pthread_mutexattr_settype(&a, kind.type));
		OK(pthread_mutexattr_setpshared(&a, kind.shared));
		OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
		OK(pthread_mutexattr_setprioceiling(&a, 1));
		OK(pthread_mutex_init(m, &a));
	} else {
		t_mutex(m, kind);
	}
}

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body, .after = stalled_after, .spares_holders = 1 };
	m = t_shared(sizeof *m);
	for (int i = 0; i < 12; i++) {
		kind = t_kind_of(i % 4, i / 4, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_SHARED);
		t_where = kind.name;
		storm_run(&plan, storm_part(12));
	}
	storm_report();
	return 0;
}
