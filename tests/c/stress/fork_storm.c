/* fork and _Fork while other threads are in the middle of everything: the child's fresh objects and those that
 * were free work at once; the parent notices nothing. */
// limit: 60
#include "stress.h"

enum { THREADS = 4, FORKS = 100 };
static pthread_mutex_t *busy, quiet;
static pthread_cond_t *c, quiet_c = PTHREAD_COND_INITIALIZER;
static int stop;

static void *worker(void *v)
{
	unsigned seed = (unsigned)(long)v * 2654435761u + 3;
	while (!LOAD(stop)) {
		struct timespec end = t_in_us(CLOCK_MONOTONIC, stress_random(&seed) % 200);
		OK(pthread_mutex_lock(busy));
		int x = pthread_cond_clockwait(c, busy, CLOCK_MONOTONIC, &end);
		EITHER(x, 0, ETIMEDOUT);
		OK(pthread_cond_signal(c));
		OK(pthread_mutex_unlock(busy));
	}
	return NULL;
}

static void *child_thread(void *v)
{
	OK(pthread_mutex_lock(&quiet));
	*(int *)v = 1;
	OK(pthread_cond_signal(&quiet_c));
	OK(pthread_mutex_unlock(&quiet));
	return NULL;
}

static void child(int with_thread)
{
	struct t_thread t;
	struct timespec past = { 0, 0 };
	int told = 0;
	OK(pthread_cond_broadcast(c));
	EITHER(pthread_mutex_clocklock(busy, CLOCK_MONOTONIC, &past), 0, ETIMEDOUT);
	OK(pthread_mutex_lock(&quiet));
	if (!with_thread) { /* after _Fork the C library itself cannot make one */
		EQ(pthread_cond_clockwait(&quiet_c, &quiet, CLOCK_MONOTONIC, &past), ETIMEDOUT);
		OK(pthread_mutex_unlock(&quiet));
		return;
	}
	t_start(&t, child_thread, &told);
	while (!told)
		OK(pthread_cond_wait(&quiet_c, &quiet));
	OK(pthread_mutex_unlock(&quiet));
	t_join(&t);
}

int main(void)
{
	for (int inherit = 0; inherit < 2; inherit++) {
		struct t_thread t[THREADS];
		struct t_kind k = t_kind_of(PTHREAD_MUTEX_NORMAL, inherit, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
		t_where = inherit ? "inherit" : "";
		busy = malloc(sizeof *busy);
		c = calloc(1, sizeof *c);
		t_mutex(busy, k);
		t_mutex(&quiet, k);
		STORE(stop, 0);
		for (long i = 0; i < THREADS; i++)
			t_start(&t[i], worker, (void *)i);
		for (int i = 0; i < FORKS; i++) {
			pid_t pid = i & 1 ? fork() : _Fork();
			TRUE(pid >= 0);
			if (pid == 0) {
				child(i & 1);
				_exit(0);
			}
			t_reap(pid);
		}
		STORE(stop, 1);
		for (int i = 0; i < THREADS; i++)
			t_join(&t[i]);
	}
	return 0;
}
