/* A handler that interrupted a thread in pthread_barrier_wait forks, and returns there in the child: before the
 * round is over, the child waits until somebody arrives there (the handler itself does); after it, although the
 * thread has not seen it yet, its wait is over in the child too. Both once more while so many other barriers are
 * waited at that fusyn's threads queue at this one. */
#include "t.h"

static pthread_barrier_t *b;
static int is_over, entered, in_child;
static pid_t child;

static void fork_here(int after_the_round)
{
	pid_t pid = fork();
	if (pid < 0)
		_exit(9);
	if (pid > 0) {
		STORE(child, pid);
		return;
	}
	in_child = 1;
	alarm(10);
	if (!after_the_round)
		EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
}

static void before(int s)
{
	(void)s;
	fork_here(0);
}

static void after(int s)
{
	(void)s;
	STORE(entered, 1);
	while (!LOAD(is_over))
		;
	fork_here(1);
}

static void *waiter(void *v)
{
	EQ(pthread_barrier_wait(b), 0);
	if (in_child)
		_exit(0);
	return v;
}

static void round_of(int signal)
{
	struct t_thread t;
	STORE(child, 0);
	STORE(is_over, 0);
	STORE(entered, 0);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_kill(t.handle, signal));
	if (signal == SIGUSR1)
		UNTIL(LOAD(child));
	else
		UNTIL(LOAD(entered));
	EQ(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD);
	STORE(is_over, 1);
	t_join(&t);
	t_reap(child);
}

static void both_rounds(void)
{
	for (int restarts = 0; restarts < 2; restarts++) {
		struct sigaction action = { .sa_handler = before, .sa_flags = restarts ? SA_RESTART : 0 };
		OK(sigaction(SIGUSR1, &action, NULL));
		action.sa_handler = after;
		OK(sigaction(SIGUSR2, &action, NULL));
		/* Private, so that the child has its own. */
		b = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		OK(pthread_barrier_init(b, NULL, 2));
		round_of(SIGUSR1);
		round_of(SIGUSR2);
	}
}

enum { CROWD = 256 };
static pthread_barrier_t others[CROWD];

static void *other(void *v)
{
	pthread_barrier_wait(v);
	return v;
}

int main(void)
{
	static struct t_thread t[CROWD];
	both_rounds();
	for (int i = 0; i < CROWD; i++) {
		OK(pthread_barrier_init(&others[i], NULL, 2));
		t_start(&t[i], other, &others[i]);
	}
	for (int i = 0; i < CROWD; i++)
		t_blocked(&t[i]);
	both_rounds();
	for (int i = 0; i < CROWD; i++) {
		EQ(pthread_barrier_wait(&others[i]), PTHREAD_BARRIER_SERIAL_THREAD);
		t_join(&t[i]);
	}
	return 0;
}
