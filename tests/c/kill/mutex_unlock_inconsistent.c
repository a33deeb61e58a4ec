// flags: -Wl,-z,now
// limit: 60
/* A process killed after any instruction of an unlock that gives a mutex up for lost: whoever locks next,
 * and who waits already, is told of the death, or that it is lost, and that for ever. */
#include "step.h"

static pthread_mutex_t *m;

static void die(void *unused)
{
	(void)unused;
	OK(pthread_mutex_lock(m));
	_exit(0);
}

static void body(void *unused)
{
	(void)unused;
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	step_here();
	OK(pthread_mutex_unlock(m));
	step_done();
}

static int lock(void)
{
	struct timespec end = t_in(CLOCK_REALTIME, 5000);
	int r = pthread_mutex_timedlock(m, &end);
	if (r == EOWNERDEAD)
		OK(pthread_mutex_unlock(m));
	else
		EQ(r, ENOTRECOVERABLE);
	return r;
}

static void *waiter(void *unused)
{
	(void)unused;
	return (void *)(long)lock();
}

/* Whether a waiter was told of the child's death. */
static int round_of(struct t_kind k, int n)
{
	struct t_thread t[2];
	t_mutex(m, k);
	t_reap(t_fork(die, NULL));
	pid_t pid = step_fork(body, NULL);
	for (int i = 0; i < 2; i++) {
		t_start(&t[i], waiter, NULL);
		t_blocked(&t[i]);
	}
	TRUE(step_kill_after(pid, n) != STEP_KILLED_ASLEEP);
	int told = 0;
	for (int i = 0; i < 2; i++)
		told += (long)t_join(&t[i]) == EOWNERDEAD;
	TRUE(told <= 1);
	EQ(pthread_mutex_trylock(m), ENOTRECOVERABLE);
	EQ(lock(), ENOTRECOVERABLE);
	OK(pthread_mutex_destroy(m));
	return told;
}

int main(void)
{
	step_init();
	m = t_shared(sizeof *m);
	EACH_ROBUST(k) {
		EQ(round_of(k, STEP_ALL), 0);
		int all = step_taken, stride = step_stride(40), told = 0;
		for (int n = 0; n < all; n += stride)
			told += round_of(k, n);
		TRUE(all > 10 && told > 0 && told < all / stride);
	}
	return 0;
}
