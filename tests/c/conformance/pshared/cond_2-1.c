/* A process killed while it waits on a shared condvar leaves it usable: waits, signals, broadcasts and
 * destroy work for the others, many deaths later. */
// limit: 10
#include "t.h"

enum { DEATHS = 30 };
struct area {
	pthread_mutex_t m;
	pthread_cond_t c;
	int waiting, tokens;
};

static void victim(void *v)
{
	struct area *s = v;
	int r = pthread_mutex_lock(&s->m);
	if (r == EOWNERDEAD)
		OK(pthread_mutex_consistent(&s->m));
	STORE(s->waiting, 1);
	for (;;)
		pthread_cond_wait(&s->c, &s->m);
}

static void survivor(void *v)
{
	struct area *s = v;
	int r = pthread_mutex_lock(&s->m);
	EITHER(r, 0, EOWNERDEAD);
	if (r)
		OK(pthread_mutex_consistent(&s->m));
	while (!s->tokens) {
		r = pthread_cond_wait(&s->c, &s->m);
		EITHER(r, 0, EOWNERDEAD);
		if (r)
			OK(pthread_mutex_consistent(&s->m));
	}
	s->tokens--;
	OK(pthread_mutex_unlock(&s->m));
}

static void locked(struct area *s)
{
	int r = pthread_mutex_lock(&s->m);
	EITHER(r, 0, EOWNERDEAD);
	if (r)
		OK(pthread_mutex_consistent(&s->m));
}

int main(void)
{
	for (int pi = 0; pi < 2; pi++) {
		struct area *s = t_shared(sizeof *s);
		pthread_condattr_t a;
		t_mutex(&s->m, t_kind_of(PTHREAD_MUTEX_NORMAL, pi, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
		OK(pthread_cond_init(&s->c, &a));
		pid_t keeper = t_fork(survivor, s);
		t_blocked_process(keeper);
		for (int i = 0; i < DEATHS; i++) {
			STORE(s->waiting, 0);
			pid_t pid = t_fork(victim, s);
			UNTIL(LOAD(s->waiting));
			if (i & 1)
				t_blocked_process(pid);
			if (i & 2)
				OK(pthread_cond_signal(&s->c));
			if (i & 4)
				OK(pthread_cond_broadcast(&s->c));
			t_kill(pid);
		}
		locked(s);
		s->tokens = 1;
		OK(pthread_cond_broadcast(&s->c));
		OK(pthread_mutex_unlock(&s->m));
		t_reap(keeper);
		locked(s);
		OK(pthread_mutex_unlock(&s->m));
	}
	return 0;
}
