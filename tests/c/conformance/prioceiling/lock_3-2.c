/* Mutual exclusion and hand-over among threads of three priorities, through one ceiling mutex. */
#include "t.h"

enum { ROUNDS = 2000 };
static pthread_mutex_t m;
static volatile long count;

static void *counter(void *v)
{
	for (int i = 0; i < ROUNDS; i++) {
		OK(pthread_mutex_lock(&m));
		count = count + 1;
		if (i % 64 == 0)
			sched_yield();
		OK(pthread_mutex_unlock(&m));
		if (i % 16 == 0)
			t_pause_us(10);
	}
	return v;
}

int main(void)
{
	struct t_thread t[6];
	t_fifo(30);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 30);
	for (int i = 0; i < 6; i++)
		t_start_fifo(&t[i], 10 + i % 3 * 10, counter, NULL);
	for (int i = 0; i < 6; i++)
		t_join(&t[i]);
	EQ(count, 6 * ROUNDS);
	return 0;
}
