// flags: -Wl,-z,now
// limit: 90
/* A waiter woken for the mutex and killed after any instruction on its way to it: the next waiter gets it,
 * also if another thread had taken the mutex in between. */
#include "step.h"

static pthread_mutex_t *m;

static void body(void *unused)
{
	(void)unused;
	step_here();
	OK(pthread_mutex_lock(m));
	step_done();
}

static void *waiter(void *unused)
{
	(void)unused;
	int r = step_lock(m);
	OK(pthread_mutex_unlock(m));
	return (void *)(long)r;
}

static void round_of(struct t_kind k, int n, int steal)
{
	struct t_thread t;
	t_mutex(m, k);
	OK(pthread_mutex_lock(m));
	pid_t pid = step_fork(body, NULL);
	step_to_sleep(pid);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_unlock(m));
	step_woken(pid);
	/* An inheriting mutex is the child's by now. */
	int stolen = steal && pthread_mutex_trylock(m) == 0;
	step_kill_after(pid, n);
	if (stolen)
		OK(pthread_mutex_unlock(m));
	t_join(&t);
	EQ(step_lock(m), 0);
	OK(pthread_mutex_unlock(m));
}

int main(void)
{
	step_init();
	m = t_shared(sizeof *m);
	for (int steal = 0; steal < 2; steal++)
		EACH_ROBUST(k) {
			if (k.type != PTHREAD_MUTEX_NORMAL)
				continue;
			round_of(k, STEP_ALL, steal);
			/* A stolen plain mutex is seen by the other waiter within a second. */
			int all = step_taken, stride = step_stride(steal ? 8 : 40);
			for (int n = 0; n < all; n += stride)
				round_of(k, n, steal);
			TRUE(all > 10);
		}
	return 0;
}
