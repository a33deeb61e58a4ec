// flags: -Wl,-z,now
// limit: 60
/* A process killed after any instruction of a lock or an unlock of a free robust mutex: the next locker
 * gets it, is told of the death if the process was between the two, and everything is in order after. */
#include "step.h"

static struct shared {
	pthread_mutex_t m;
	int inside;
} *s;

static void body(void *unused)
{
	(void)unused;
	step_here();
	OK(pthread_mutex_lock(&s->m));
	STORE(s->inside, 1);
	STORE(s->inside, 0);
	OK(pthread_mutex_unlock(&s->m));
	step_done();
}

/* Whether the child had died as the owner. */
static int round_of(struct t_kind k, int n)
{
	t_mutex(&s->m, k);
	s->inside = 0;
	TRUE(step_kill_after(step_fork(body, NULL), n) != STEP_KILLED_ASLEEP);
	int r = step_lock(&s->m);
	if (s->inside)
		EQ(r, EOWNERDEAD);
	OK(pthread_mutex_unlock(&s->m));
	EQ(step_lock(&s->m), 0);
	OK(pthread_mutex_unlock(&s->m));
	OK(pthread_mutex_destroy(&s->m));
	return r == EOWNERDEAD;
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	EACH_ROBUST(k) {
		EQ(round_of(k, STEP_ALL), 0);
		int all = step_taken, stride = step_stride(80), told = 0;
		for (int n = 0; n < all; n += stride)
			told += round_of(k, n);
		/* Between taking and giving back there is more than one instruction. */
		TRUE(all > 20 && told > 1 && told < all / stride);
	}
	return 0;
}
