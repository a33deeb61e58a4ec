/* After such a death the condvar can be destroyed, and its memory used for a new one. */
// limit: 5
#include "t.h"

struct area {
	pthread_mutex_t m;
	pthread_cond_t c;
	int waiting;
};

static void victim(void *v)
{
	struct area *s = v;
	OK(pthread_mutex_lock(&s->m));
	STORE(s->waiting, 1);
	for (;;)
		pthread_cond_wait(&s->c, &s->m);
}

int main(void)
{
	struct area *s = t_shared(sizeof *s);
	pthread_condattr_t a;
	t_mutex(&s->m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	for (int i = 0; i < 5; i++) {
		OK(pthread_cond_init(&s->c, &a));
		STORE(s->waiting, 0);
		pid_t pid = t_fork(victim, s);
		UNTIL(LOAD(s->waiting));
		t_blocked_process(pid);
		t_kill(pid);
		OK(pthread_cond_signal(&s->c));
		OK(pthread_cond_broadcast(&s->c));
		OK(pthread_cond_destroy(&s->c));
	}
	return 0;
}
