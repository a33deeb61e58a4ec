// flags: -Wl,-z,now
// limit: 90
/* A waiter woken by a signal and killed after some instruction on its way out: the signal is not lost for
 * the waiter that lives. (It may take until that looks again by itself, a second at most.) */
#include "cond.h"

static void body(void *unused)
{
	(void)unused;
	OK(pthread_mutex_lock(&s->m));
	step_here();
	OK(pthread_cond_wait(&s->c, &s->m));
	step_done();
}

static void round_of(int protocol, int n)
{
	struct t_thread t;
	shared_init(protocol);
	pid_t pid = step_fork(body, NULL);
	step_to_sleep(pid);
	t_start(&t, take_token, NULL);
	t_blocked(&t);
	add_tokens(1);
	OK(pthread_cond_signal(&s->c));
	step_woken(pid);
	step_kill_after(pid, n);
	tokens_are_gone();
	t_join(&t);
	OK(pthread_cond_destroy(&s->c));
}

int main(void)
{
	step_init();
	s = t_shared(sizeof *s);
	EACH_PROTOCOL(protocol) {
		round_of(protocol, STEP_ALL);
		int all = step_taken, stride = step_stride(8);
		for (int n = 0; n < all; n += stride)
			round_of(protocol, n);
		TRUE(all > 20);
	}
	return 0;
}
