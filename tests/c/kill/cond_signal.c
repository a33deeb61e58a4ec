// flags: -Wl,-z,now
// limit: 90
/* A process killed after any instruction of a signal: a signal by another process wakes a waiter, and
 * neither that nor a broadcast hangs. */
#include "cond.h"

static void body(void *all)
{
	step_here();
	OK(all ? pthread_cond_broadcast(&s->c) : pthread_cond_signal(&s->c));
	step_done();
}

static void round_of(int protocol, int all, int n)
{
	struct t_thread t[2];
	shared_init(protocol);
	for (int i = 0; i < 2; i++) {
		t_start(&t[i], take_token, NULL);
		t_blocked(&t[i]);
	}
	TRUE(step_kill_after(step_fork(body, all ? s : NULL), n) != STEP_KILLED_ASLEEP);
	add_tokens(1);
	OK(pthread_cond_signal(&s->c));
	tokens_are_gone();
	add_tokens(1);
	OK(pthread_cond_broadcast(&s->c));
	tokens_are_gone();
	for (int i = 0; i < 2; i++)
		t_join(&t[i]);
	OK(pthread_cond_destroy(&s->c));
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	EACH_PROTOCOL(protocol)
		for (int all = 0; all < 2; all++) {
			round_of(protocol, all, STEP_ALL);
			int steps = step_taken, stride = step_stride(50);
			for (int n = 0; n < steps; n += stride)
				round_of(protocol, all, n);
			TRUE(steps > 20);
		}
	return 0;
}
