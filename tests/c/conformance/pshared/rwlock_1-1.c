/* A shared rwlock excludes threads of several processes: four processes count in shared memory. */
#include "rw.h"

enum { N = 4, ROUNDS = 2000 };
struct area {
	pthread_rwlock_t rw;
	volatile long one, two;
};

static void worker(void *v)
{
	struct area *s = v;
	for (int i = 0; i < ROUNDS; i++) {
		OK(pthread_rwlock_wrlock(&s->rw));
		s->one = s->one + 1;
		s->two = s->two + 1;
		OK(pthread_rwlock_unlock(&s->rw));
		OK(pthread_rwlock_rdlock(&s->rw));
		TRUE(s->one == s->two);
		OK(pthread_rwlock_unlock(&s->rw));
	}
}

int main(void)
{
	for (int kind = 0; kind < 3; kind++) {
		struct area *s = t_shared(sizeof *s);
		pid_t pid[N];
		rw_init(&s->rw, kind, PTHREAD_PROCESS_SHARED);
		for (int i = 0; i < N; i++)
			pid[i] = t_fork(worker, s);
		for (int i = 0; i < N; i++)
			t_reap(pid[i]);
		EQ(s->one, N * ROUNDS);
	}
	return 0;
}
