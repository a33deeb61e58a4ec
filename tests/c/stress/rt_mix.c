/* Real-time threads (10 to 30) and ordinary ones on one inherit mutex and its condvar, while another
 * thread changes their priorities all the time: exclusion holds, nobody hangs, and at the end each thread
 * runs at the priority that it was last given. */
// limit: 30
#include "stress.h"

enum { THREADS = 9 };
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct t_thread t[THREADS];
static int inside, done, checked;
static long visits[THREADS];

static int effective(pid_t tid)
{
	char path[64], text[512];
	int priority = 0;
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
	TRUE(t_slurp(path, text, sizeof text) > 0);
	char *p = strrchr(text, ')');
	TRUE(p && sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %d", &priority) == 1);
	return priority < 0 ? -1 - priority : 0;
}

static void visit(unsigned r)
{
	struct timespec end = t_in_us(CLOCK_MONOTONIC, 100 + r / 8 % 300);
	int x = r & 4 ? pthread_mutex_lock(&m) : pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end);
	if (x == ETIMEDOUT)
		return;
	OK(x);
	EQ(ADD(inside, 1), 1);
	stress_spin(r >> 20);
	ADD(inside, -1);
	if (r % 8 == 0) {
		x = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &end);
		EITHER(x, 0, ETIMEDOUT);
		EQ(ADD(inside, 1), 1);
		ADD(inside, -1);
	} else if (r % 8 == 1) {
		OK(pthread_cond_signal(&c));
	} else if (r % 64 == 2) {
		OK(pthread_cond_broadcast(&c));
	}
	OK(pthread_mutex_unlock(&m));
}

static void *worker(void *v)
{
	long me = (long)v;
	unsigned seed = (unsigned)me * 2654435761u + 99;
	while (!stress_over()) {
		unsigned r = stress_random(&seed);
		visit(r);
		visits[me]++;
		t_pause_us(20 + r / 64 % 200);
	}
	ADD(done, 1);
	UNTIL(LOAD(checked));
	return NULL;
}

int main(void)
{
	int given[THREADS];
	unsigned seed = 4242;
	t_fifo(40);
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
	stress_end = t_now() + 3;
	for (long i = 0; i < THREADS; i++) {
		given[i] = i % 3 == 0 ? 0 : 10 + (int)i * 2;
		t_start_fifo(&t[i], given[i], worker, (void *)i);
	}
	while (!stress_over()) {
		unsigned r = stress_random(&seed);
		int i = (int)(r % THREADS);
		given[i] = r / 16 % 4 == 0 ? 0 : 10 + (int)(r / 64 % 21);
		struct sched_param p = { .sched_priority = given[i] };
		OK(pthread_setschedparam(t[i].handle, given[i] ? SCHED_FIFO : SCHED_OTHER, &p));
		t_pause_us(100 + r / 4096 % 400);
	}
	UNTIL_OR_STAY(LOAD(done) == THREADS, "%d of %d threads came to their end\n", LOAD(done), THREADS);
	for (int i = 0; i < THREADS; i++) {
		EQ(effective(t[i].tid), given[i]);
		TRUE(visits[i] > 10);
	}
	STORE(checked, 1);
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	OK(t_other_try(&m));
	return 0;
}
