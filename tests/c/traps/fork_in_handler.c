/* A signal handler that interrupted a blocked wait forks. The child uses locks in the handler, and then
 * returns into the wait it was forked in, which must end by its deadline; the parent's wait goes on. */
#include "t.h"

enum { COND, MUTEX, WAYS };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int way, go, in_child, children;
static pid_t child;

static void handler(int s)
{
	(void)s;
	pid_t pid = ADD(children, 1) & 1 ? fork() : _Fork();
	if (pid < 0)
		_exit(9);
	if (pid > 0) {
		STORE(child, pid);
		return;
	}
	in_child = 1;
	pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
	struct timespec past = { 0, 0 };
	OK(pthread_mutex_lock(&mine));
	OK(pthread_cond_signal(c));
	OK(pthread_mutex_unlock(&mine));
	if (way == MUTEX)
		EQ(pthread_mutex_timedlock(m, &past), ETIMEDOUT);
}

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 400);
	int r = 0;
	if (way == COND) {
		OK(pthread_mutex_lock(m));
		while (!go && r == 0)
			r = pthread_cond_clockwait(c, m, CLOCK_MONOTONIC, &end);
		TRUE(r == ETIMEDOUT || (go && r == 0));
		OK(pthread_mutex_unlock(m));
	} else {
		r = pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &end);
		EQ(r, in_child ? ETIMEDOUT : 0);
		if (r == 0)
			OK(pthread_mutex_unlock(m));
	}
	if (in_child) {
		TRUE(t_passed(CLOCK_MONOTONIC, end));
		pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
		OK(pthread_mutex_lock(&mine));
		OK(pthread_mutex_unlock(&mine));
		_exit(0);
	}
	return v;
}

static void round_of(struct t_kind k)
{
	struct t_thread t;
	pthread_condattr_t a;
	m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	c = (pthread_cond_t *)(m + 1);
	t_mutex(m, k);
	OK(pthread_condattr_init(&a));
	OK(pthread_cond_init(c, &a));
	go = 0;
	STORE(child, 0);
	if (way == MUTEX)
		OK(pthread_mutex_lock(m));
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_kill(t.handle, SIGUSR1));
	UNTIL(LOAD(child));
	if (way == COND)
		OK(pthread_mutex_lock(m));
	go = 1;
	OK(pthread_cond_signal(c));
	OK(pthread_mutex_unlock(m));
	t_join(&t);
	t_reap(child);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	for (way = 0; way < WAYS; way++)
		for (int i = 0; i < 2; i++)
			EACH_KIND(k) if (!k.shared && !k.robust && k.type == PTHREAD_MUTEX_NORMAL) round_of(k);
	return 0;
}
