// flags: -Wl,-z,now
// limit: 90
/* A process killed after any instruction of an unlock for which another waits: the waiter gets the mutex. */
#include "step.h"

static pthread_mutex_t *m;

static void body(void *unused)
{
	(void)unused;
	OK(pthread_mutex_lock(m));
	step_here();
	OK(pthread_mutex_unlock(m));
	step_done();
}

static void *waiter(void *unused)
{
	(void)unused;
	int r = step_lock(m);
	OK(pthread_mutex_unlock(m));
	return (void *)(long)r;
}

/* Whether the child had died as the owner. */
static int round_of(struct t_kind k, int n)
{
	struct t_thread t;
	t_mutex(m, k);
	pid_t pid = step_fork(body, NULL);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	TRUE(step_kill_after(pid, n) != STEP_KILLED_ASLEEP);
	long r = (long)t_join(&t);
	EQ(step_lock(m), 0);
	OK(pthread_mutex_unlock(m));
	return r == EOWNERDEAD;
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
