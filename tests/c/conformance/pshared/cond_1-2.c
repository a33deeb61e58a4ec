/* Two processes hand a turn to each other through a shared condvar. */
#include "t.h"

enum { TURNS = 1500 };
struct area {
	pthread_mutex_t m;
	pthread_cond_t c;
	int turn;
};

static void play(struct area *s, int me)
{
	OK(pthread_mutex_lock(&s->m));
	for (int i = 0; i < TURNS; i++) {
		while (s->turn != me)
			OK(pthread_cond_wait(&s->c, &s->m));
		s->turn = !me;
		OK(pthread_cond_signal(&s->c));
	}
	OK(pthread_mutex_unlock(&s->m));
}

static void child(void *v) { play(v, 1); }

int main(void)
{
	EACH_KIND(k) {
		struct area *s = t_shared(sizeof *s);
		pthread_condattr_t a;
		if (!k.shared || k.type != PTHREAD_MUTEX_NORMAL)
			continue;
		t_mutex(&s->m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
		OK(pthread_cond_init(&s->c, &a));
		pid_t pid = t_fork(child, s);
		play(s, 0);
		t_reap(pid);
	}
	return 0;
}
