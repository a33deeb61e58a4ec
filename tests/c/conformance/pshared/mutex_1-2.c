/* Lock, trylock, timedlock and unlock across processes, each blocked and released by the other. */
#include "t.h"

struct area {
	pthread_mutex_t m;
	struct t_kind k;
	int got;
};

static void child(void *v)
{
	struct area *s = v;
	struct timespec soon = t_in(CLOCK_REALTIME, 20), far = t_in(CLOCK_REALTIME, 15000);
	EQ(pthread_mutex_trylock(&s->m), EBUSY);
	EQ(pthread_mutex_timedlock(&s->m, &soon), ETIMEDOUT);
	if (s->k.type == PTHREAD_MUTEX_ERRORCHECK || s->k.type == PTHREAD_MUTEX_RECURSIVE)
		EQ(pthread_mutex_unlock(&s->m), EPERM);
	STORE(s->got, 1);
	OK(pthread_mutex_timedlock(&s->m, &far));
	STORE(s->got, 2);
	OK(pthread_mutex_unlock(&s->m));
	OK(pthread_mutex_lock(&s->m));
	STORE(s->got, 3);
	OK(pthread_mutex_unlock(&s->m));
}

int main(void)
{
	EACH_KIND(k) {
		struct area *s = t_shared(sizeof *s);
		if (!k.shared)
			continue;
		s->k = k;
		t_mutex(&s->m, k);
		OK(pthread_mutex_lock(&s->m));
		pid_t pid = t_fork(child, s);
		UNTIL(LOAD(s->got) == 1);
		t_blocked_process(pid);
		OK(pthread_mutex_unlock(&s->m));
		t_reap(pid);
		EQ(s->got, 3);
		OK(pthread_mutex_trylock(&s->m));
		OK(pthread_mutex_unlock(&s->m));
	}
	return 0;
}
