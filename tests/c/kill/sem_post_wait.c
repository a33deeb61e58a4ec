// flags: -Wl,-z,now
// limit: 120
/* A process killed after any instruction of a wait, of a post for which another process waits, and of its
 * way out of a wait that a post has ended: a permit is taken or not, posted or not, never two and never
 * half; and who waits gets what is there. */
#include "../sem.h"
#include "other.h"

static sem_t *sem;

static void take(void) { OK(sem_wait(sem)); }
static void give(void) { OK(sem_post(sem)); }
static int has_permit(void) { return sem_value(sem) > 0; }

static void waiter(void *unused)
{
	(void)unused;
	step_here();
	take();
	step_done();
}

static void poster(void *unused)
{
	(void)unused;
	step_here();
	give();
	step_done();
}

/* Whether the dead one took the permit. */
static int wait_round(int kind, int n)
{
	sem = sem_make(kind, 1);
	TRUE(step_kill_after(step_fork(waiter, NULL), n) != STEP_KILLED_ASLEEP);
	int value = sem_value(sem);
	TRUE(value == 0 || value == 1);
	give();
	EQ(sem_value(sem), value + 1);
	for (int i = 0; i <= value; i++)
		take();
	FAILS(sem_trywait(sem), EAGAIN);
	sem_free(kind, sem);
	return value == 0;
}

/* Whether the dead one's post counts: the other one then has it. */
static int post_round(int kind, int n)
{
	sem = sem_make(kind, 0);
	pid_t waits = other_start(take, give), pid = step_fork(poster, NULL);
	t_blocked_process(waits);
	TRUE(step_kill_after(pid, n) != STEP_KILLED_ASLEEP);
	int counts = other_comes_back(waits, has_permit);
	EQ(sem_value(sem), 0);
	if (!counts) {
		give();
		UNTIL(LOAD(other->is_back));
		EQ(sem_value(sem), 0);
	}
	other_end(waits);
	EQ(sem_value(sem), 1);
	sem_free(kind, sem);
	return counts;
}

/* Whether the dead one took the permit that woke it: the other one has it if not. */
static int woken_round(int kind, int n)
{
	sem = sem_make(kind, 0);
	pid_t pid = step_fork(waiter, NULL);
	step_to_sleep(pid);
	pid_t waits = other_start(take, give);
	t_blocked_process(waits);
	give();
	step_woken(pid);
	step_kill_after(pid, n);
	int took = !other_comes_back(waits, has_permit);
	EQ(sem_value(sem), 0);
	if (took) {
		give();
		UNTIL(LOAD(other->is_back));
	}
	other_end(waits);
	EQ(sem_value(sem), 1);
	sem_free(kind, sem);
	return took;
}

/* No effect before some instruction, the effect after it. */
static void rounds(int (*round)(int, int), int kind, int number)
{
	EQ(round(kind, STEP_ALL), 1);
	int all = step_taken, stride = step_stride(number), changes = 0, last = 0;
	for (int n = 0; n < all; n += stride) {
		int r = round(kind, n);
		changes += r != last;
		last = r;
	}
	TRUE(all > 10 && changes <= 1);
}

int main(void)
{
	other_init();
	for (int kind = SEM_SHARED; kind <= SEM_NAMED; kind++) {
		rounds(wait_round, kind, 100);
		rounds(post_round, kind, 30);
		rounds(woken_round, kind, 4);
	}
	return 0;
}
