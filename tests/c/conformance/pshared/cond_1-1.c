/* A shared condvar: children wait, the parent signals and broadcasts; every shared kind of mutex. */
#include "t.h"

enum { N = 5 };
struct area {
	pthread_mutex_t m;
	pthread_cond_t c;
	int tokens, go, waiting;
};

static void child(void *v)
{
	struct area *s = v;
	OK(pthread_mutex_lock(&s->m));
	s->waiting++;
	while (!s->tokens && !s->go)
		OK(pthread_cond_wait(&s->c, &s->m));
	if (!s->go)
		s->tokens--;
	OK(pthread_mutex_unlock(&s->m));
}

static int waiting(struct area *s)
{
	OK(pthread_mutex_lock(&s->m));
	int n = s->waiting;
	OK(pthread_mutex_unlock(&s->m));
	return n;
}

int main(void)
{
	EACH_KIND(k) {
		struct area *s = t_shared(sizeof *s);
		pthread_condattr_t a;
		pid_t pid[N];
		if (!k.shared)
			continue;
		t_mutex(&s->m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
		OK(pthread_cond_init(&s->c, &a));
		for (int i = 0; i < N; i++)
			pid[i] = t_fork(child, s);
		UNTIL(waiting(s) == N);
		for (int i = 0; i < 2; i++) {
			OK(pthread_mutex_lock(&s->m));
			s->tokens++;
			OK(pthread_cond_signal(&s->c));
			OK(pthread_mutex_unlock(&s->m));
		}
		OK(pthread_mutex_lock(&s->m));
		s->go = 1;
		OK(pthread_cond_broadcast(&s->c));
		OK(pthread_mutex_unlock(&s->m));
		for (int i = 0; i < N; i++)
			t_reap(pid[i]);
		OK(pthread_cond_destroy(&s->c));
	}
	return 0;
}
