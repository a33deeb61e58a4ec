/* The kernel looks at 2048 robust mutexes of a dying thread. One more is refused, and all that were locked
 * are told of. */
#include "../t.h"

enum { LIMIT = 2048 };
static pthread_mutex_t *m;

static void body(void *unused)
{
	(void)unused;
	for (int i = 0; i < LIMIT; i++)
		OK(pthread_mutex_lock(&m[i]));
	struct timespec end = t_in(CLOCK_REALTIME, 100);
	EQ(pthread_mutex_lock(&m[LIMIT]), EAGAIN);
	EQ(pthread_mutex_trylock(&m[LIMIT]), EAGAIN);
	EQ(pthread_mutex_timedlock(&m[LIMIT], &end), EAGAIN);
	/* Those that it owns already. */
	OK(pthread_mutex_lock(&m[1]));
	OK(pthread_mutex_unlock(&m[1]));
	EQ(pthread_mutex_lock(&m[2]), EDEADLK);
	EQ(pthread_mutex_trylock(&m[2]), EBUSY);
	/* Room again. */
	OK(pthread_mutex_unlock(&m[0]));
	OK(pthread_mutex_lock(&m[LIMIT]));
	EQ(pthread_mutex_lock(&m[0]), EAGAIN);
	kill(getpid(), SIGKILL);
}

int main(void)
{
	m = t_shared((LIMIT + 1) * sizeof *m);
	for (int i = 0; i <= LIMIT; i++)
		t_mutex(&m[i], t_kind_of(i % 3, i & 4 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
					 PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	TRUE(WIFSIGNALED(t_wait(t_fork(body, NULL))));
	for (int i = 0; i <= LIMIT; i++) {
		EQ(pthread_mutex_trylock(&m[i]), i ? EOWNERDEAD : 0);
		OK(pthread_mutex_unlock(&m[i]));
	}
	return 0;
}
