// flags: -Wl,-z,now
// limit: 90
/* A process killed after some instruction of a wait, the last of them asleep: one signal wakes the living
 * waiter, whether that had begun to wait before or after. */
#include "cond.h"

static void body(void *unused)
{
	(void)unused;
	OK(pthread_mutex_lock(&s->m));
	step_here();
	OK(pthread_cond_wait(&s->c, &s->m));
	step_done();
}

static enum step_end round_of(int protocol, int before, int n)
{
	struct t_thread t;
	shared_init(protocol);
	if (before) {
		t_start(&t, take_token, NULL);
		t_blocked(&t);
	}
	enum step_end end = step_kill_after(step_fork(body, NULL), n);
	TRUE(end != STEP_DONE);
	if (!before) {
		t_start(&t, take_token, NULL);
		t_blocked(&t);
	}
	add_tokens(1);
	OK(pthread_cond_signal(&s->c));
	tokens_are_gone();
	t_join(&t);
	OK(pthread_cond_destroy(&s->c));
	return end;
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	EACH_PROTOCOL(protocol)
		for (int before = 0; before < 2; before++) {
			EQ(round_of(protocol, before, STEP_ALL), STEP_KILLED_ASLEEP);
			int all = step_taken, stride = step_stride(50);
			/* Other instructions each time, where they are spread. */
			for (int n = (2 * protocol + before) % stride; n < all; n += stride)
				round_of(protocol, before, n);
			TRUE(all > 20);
		}
	return 0;
}
