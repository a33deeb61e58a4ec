// limit: 600
/* Processes killed around a shared read-write lock, of each kind. What a dead one held stays held; a death
 * at any other point leaves a lock that excludes and that all the living get. */
#include "../rw.h"
#include "stalled.h"

static pthread_rwlock_t *rw;
static int kind;

/* The shim's word: 30 bits of readers, the waiters' bit, the writer's. */
static int is_held(void)
{
	unsigned word = LOAD(*(unsigned *)rw);
	return (word & ~(1u << 30)) != 0;
}

enum { WRITE, READ };

static int take(int access, unsigned way)
{
	struct timespec real = t_in_us(CLOCK_REALTIME, 300);
	int r;
	switch (way & 7) {
	case 0:
		r = access ? pthread_rwlock_tryrdlock(rw) : pthread_rwlock_trywrlock(rw);
		break;
	case 1:
		r = access ? pthread_rwlock_timedrdlock(rw, &real) : pthread_rwlock_timedwrlock(rw, &real);
		break;
	default:
		r = access ? pthread_rwlock_rdlock(rw) : pthread_rwlock_wrlock(rw);
	}
	if (r && !((way & 7) == 0 && r == EBUSY) && !((way & 7) == 1 && r == ETIMEDOUT))
		FAIL("access %d, way %u gave %s", access, way & 7, t_error(r));
	return r;
}

static void body(int id, unsigned seed)
{
	for (;;) {
		unsigned way = storm_random(&seed);
		int access = (way & 0x30000) ? READ : WRITE;
		storm->w[id].access = access == WRITE;
		storm_enter(id, WANT);
		if (take(access, way) == 0) {
			storm_at(id, HOLD);
			stalled_check(id, access == WRITE);
			if ((way & 0x300) == 0)
				storm_pause(&seed, 20);
			storm_enter(id, LEAVE);
			OK(pthread_rwlock_unlock(rw));
		}
		storm_at(id, IDLE);
		storm_passed(id);
		storm_pause(&seed, 3);
	}
}

static void start(void)
{
	memset(rw, 0, sizeof *rw);
	rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
}

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body, .after = stalled_after, .spares_holders = 1 };
	rw = t_shared(sizeof *rw);
	for (kind = 0; kind < 3; kind++) {
		static char name[32];
		snprintf(name, sizeof name, "kind %d", kind);
		t_where = name;
		storm_run(&plan, storm_part(3));
	}
	storm_report();
	return 0;
}
