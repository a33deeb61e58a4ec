// limit: 600
/* Processes killed around a bounded buffer of two shared condvars, with robust mutexes plain and
 * inheriting. Whoever dies between the change and the end of its signal has that made up for by its
 * successor; every other signal must reach somebody who lives: the living come through. The number of
 * items agrees with the journal. */
#include "storm.h"

enum { ROOM = 3 };
static struct shared {
	pthread_mutex_t m;
	pthread_cond_t filled, emptied;
	int items, owes[WORKERS]; /* a signal: its change may be seen already */
	int journal[WORKERS];
} *s;
static int protocol;

static int journal(void)
{
	int sum = 0;
	for (int i = 0; i < WORKERS; i++)
		sum += s->journal[i];
	return sum;
}

static void entered(int r)
{
	if (r == EOWNERDEAD) {
		TRUE(abs(s->items - journal()) <= 1);
		s->items = journal();
		OK(pthread_mutex_consistent(&s->m));
		return;
	}
	EITHER(r, 0, ETIMEDOUT);
	EQ(s->items, journal());
	TRUE(s->items >= 0 && s->items <= ROOM);
}

/* What the dead predecessor of this worker may not have told. */
static void make_up(int id)
{
	entered(pthread_mutex_lock(&s->m));
	if (s->owes[id]) {
		OK(pthread_cond_broadcast(&s->filled));
		OK(pthread_cond_broadcast(&s->emptied));
	}
	s->owes[id] = 0;
	OK(pthread_mutex_unlock(&s->m));
}

static void wait_for_turn(int id, unsigned way, pthread_cond_t *c, int blocked_at)
{
	while (s->items == blocked_at) {
		storm_enter(id, WANT);
		if (way & 0x30) {
			entered(pthread_cond_wait(c, &s->m));
		} else {
			struct timespec end = t_in_us(CLOCK_REALTIME, 400);
			entered(pthread_cond_timedwait(c, &s->m, &end));
		}
		storm_at(id, HOLD);
	}
}

/* Even workers put, odd ones take. */
static void body(int id, unsigned seed)
{
	pthread_cond_t *mine = id & 1 ? &s->filled : &s->emptied, *theirs = id & 1 ? &s->emptied : &s->filled;
	int blocked_at = id & 1 ? 0 : ROOM, step = id & 1 ? -1 : 1;
	make_up(id);
	for (;;) {
		unsigned way = storm_random(&seed);
		entered(pthread_mutex_lock(&s->m));
		storm_at(id, HOLD);
		wait_for_turn(id, way, mine, blocked_at);
		STORE(s->owes[id], 1);
		s->items += step;
		s->journal[id] += step;
		if (way & 4) {
			storm_enter(id, LEAVE);
			OK(pthread_cond_signal(theirs));
			STORE(s->owes[id], 0);
		}
		OK(pthread_mutex_unlock(&s->m));
		if (!(way & 4)) {
			storm_enter(id, LEAVE);
			OK(way & 8 ? pthread_cond_signal(theirs) : pthread_cond_broadcast(theirs));
			STORE(s->owes[id], 0);
		}
		storm_at(id, IDLE);
		storm_passed(id);
		storm_pause(&seed, 2);
	}
}

static void start(void)
{
	pthread_condattr_t a;
	memset(s, 0, sizeof *s);
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	t_mutex(&s->m, t_kind_of(PTHREAD_MUTEX_NORMAL, protocol, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	OK(pthread_cond_init(&s->filled, &a));
	OK(pthread_cond_init(&s->emptied, &a));
}

int main(void)
{
	static const struct storm_plan plan = { .start = start, .body = body };
	s = t_shared(sizeof *s);
	for (protocol = PTHREAD_PRIO_NONE; protocol <= PTHREAD_PRIO_INHERIT; protocol++) {
		t_where = protocol ? "inherit" : "plain";
		storm_run(&plan, storm_part(2));
	}
	storm_report();
	return 0;
}
