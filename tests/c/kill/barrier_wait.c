// flags: -Wl,-z,now
// limit: 90
/* A process killed after any instruction of its wait at a barrier, as the first to come or as the last: it
 * has arrived or has not. The others pass as soon as there are enough arrivals, a new party counts as any
 * other, and the barrier can be destroyed or made anew. */
#include "../barrier.h"
#include "other.h"

static pthread_barrier_t *b;

static void arrive(void) { barrier_pass(b); }
static void nothing(void) {}

static void body(void *unused)
{
	(void)unused;
	step_here();
	arrive();
	step_done();
}

/* What the object was before the one that is killed, as bytes. */
static unsigned char before[sizeof *b];
static int has_changed(void) { return memcmp(before, b, sizeof *b) != 0; }

static void make(void)
{
	pthread_barrierattr_t a;
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_barrier_init(b, &a, 2));
}

static void passes(void *unused)
{
	(void)unused;
	arrive();
}

static void one_more_passes(void)
{
	pid_t pid = t_fork(passes, NULL);
	double end = t_now() + 5;
	int status;
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (t_now() > end)
			FAIL("a party hangs");
		t_pause_us(100);
	}
	OK(status);
}

static void made_anew(void)
{
	EITHER(pthread_barrier_destroy(b), 0, EBUSY);
	make();
	pid_t pid = other_start(arrive, nothing);
	t_blocked_process(pid);
	one_more_passes();
	UNTIL(LOAD(other->is_back));
	other_end(pid);
	OK(pthread_barrier_destroy(b));
}

/* Whether the dead one had arrived: then the second one passes. */
static int first_round(int n)
{
	make();
	memcpy(before, b, sizeof *b);
	enum step_end end = step_kill_after(step_fork(body, NULL), n);
	TRUE(end != STEP_DONE);
	int has_arrived = has_changed();
	if (end == STEP_KILLED_ASLEEP)
		TRUE(has_arrived);
	pid_t pid = other_start(arrive, nothing);
	if (!has_arrived) {
		t_blocked_process(pid);
		one_more_passes();
	}
	UNTIL(LOAD(other->is_back));
	other_end(pid);
	made_anew();
	return has_arrived;
}

/* The same for one that comes last: the first one passes by itself, or with the next. */
static int last_round(int n)
{
	make();
	pid_t pid = other_start(arrive, nothing);
	t_blocked_process(pid);
	memcpy(before, b, sizeof *b);
	TRUE(step_kill_after(step_fork(body, NULL), n) != STEP_KILLED_ASLEEP);
	int has_arrived = has_changed();
	if (!has_arrived)
		one_more_passes();
	UNTIL(LOAD(other->is_back));
	other_end(pid);
	made_anew();
	return has_arrived;
}

static void rounds(int (*round)(int), int number)
{
	EQ(round(STEP_ALL), 1);
	int all = step_taken, stride = step_stride(number), changes = 0, last = 0;
	for (int n = 0; n < all; n += stride) {
		int r = round(n);
		changes += r != last;
		last = r;
	}
	TRUE(all > 10);
	EQ(changes, 1);
}

int main(void)
{
	other_init();
	b = t_shared(sizeof *b);
	rounds(first_round, 30);
	rounds(last_round, 30);
	return 0;
}
