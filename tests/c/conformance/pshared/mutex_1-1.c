/* A shared mutex excludes threads of several processes: four processes count in shared memory. */
#include "t.h"

enum { N = 4, ROUNDS = 3000 };
struct area {
	pthread_mutex_t m;
	volatile long count;
};

static void counter(void *v)
{
	struct area *s = v;
	for (int i = 0; i < ROUNDS; i++) {
		OK(pthread_mutex_lock(&s->m));
		s->count = s->count + 1;
		OK(pthread_mutex_unlock(&s->m));
	}
}

int main(void)
{
	EACH_KIND(k) {
		struct area *s = t_shared(sizeof *s);
		pid_t pid[N];
		if (!k.shared)
			continue;
		t_mutex(&s->m, k);
		for (int i = 0; i < N; i++)
			pid[i] = t_fork(counter, s);
		for (int i = 0; i < N; i++)
			t_reap(pid[i]);
		EQ(s->count, N * ROUNDS);
	}
	return 0;
}
