/* Rounds at barriers that are destroyed and unmapped by the first to learn that they may be, while the others
 * are still asleep, or on their way to sleep; real-time threads among ordinary ones. */
// limit: 40
#include "stress.h"

enum { THREADS = 10, FIFO = 3 };
static pthread_barrier_t lasting;
static pthread_barrier_t *fleeting;
static long rounds, came;
static int stop;

static void make(void)
{
	fleeting = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TRUE(fleeting != MAP_FAILED);
	OK(pthread_barrier_init(fleeting, NULL, THREADS));
	if (stress_over())
		STORE(stop, 1);
}

static void *member(void *v)
{
	for (long round = 1;; round++) {
		int r = pthread_barrier_wait(&lasting);
		EITHER(r, 0, PTHREAD_BARRIER_SERIAL_THREAD);
		if (r)
			make();
		r = pthread_barrier_wait(&lasting);
		EITHER(r, 0, PTHREAD_BARRIER_SERIAL_THREAD);
		if (LOAD(stop))
			return v;
		ADD(came, 1);
		r = pthread_barrier_wait(fleeting);
		EITHER(r, 0, PTHREAD_BARRIER_SERIAL_THREAD);
		EQ(LOAD(came) / THREADS, round);
		if (r) {
			OK(pthread_barrier_destroy(fleeting));
			OK(munmap(fleeting, 4096));
			STORE(rounds, rounds + 1);
		}
	}
}

int main(void)
{
	struct t_thread t[THREADS];
	OK(pthread_barrier_init(&lasting, NULL, THREADS));
	stress_end = t_now() + 3;
	for (int i = 0; i < THREADS; i++)
		t_start_fifo(&t[i], i < FIFO ? 1 + i : 0, member, NULL);
	for (long before = -1; !LOAD(stop); before = LOAD(rounds))
		UNTIL_OR_STAY(LOAD(stop) || LOAD(rounds) != before, "a round does not end\n");
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	TRUE(rounds > 5);
	OK(pthread_barrier_destroy(&lasting));
	return 0;
}
