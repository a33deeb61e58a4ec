/* A writer is alone, readers are not with a writer: eight threads with every call, counting. */
#include "rw.h"

enum { N = 8, ROUNDS = 1500 };
static pthread_rwlock_t *lock;
static int reading, writing;
static long one, two;

static void read_it(void)
{
	ADD(reading, 1);
	TRUE(!LOAD(writing) && LOAD(one) == LOAD(two));
	ADD(reading, -1);
	OK(pthread_rwlock_unlock(lock));
}

static void write_it(void)
{
	EQ(ADD(writing, 1), 1);
	TRUE(!LOAD(reading));
	one++;
	two++;
	ADD(writing, -1);
	OK(pthread_rwlock_unlock(lock));
}

static void *body(void *v)
{
	unsigned seed = (unsigned)(long)v + 1;
	t_gate_wait();
	for (int i = 0; i < ROUNDS; i++) {
		struct timespec soon = t_in(CLOCK_MONOTONIC, rand_r(&seed) % 2);
		switch (rand_r(&seed) % 8) {
		case 0:
			if (!pthread_rwlock_trywrlock(lock))
				write_it();
			break;
		case 1:
			if (!pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &soon))
				write_it();
			break;
		case 2:
			OK(pthread_rwlock_wrlock(lock));
			write_it();
			break;
		case 3:
			if (!pthread_rwlock_tryrdlock(lock))
				read_it();
			break;
		case 4:
			if (!pthread_rwlock_clockrdlock(lock, CLOCK_MONOTONIC, &soon))
				read_it();
			break;
		default:
			OK(pthread_rwlock_rdlock(lock));
			OK(pthread_rwlock_rdlock(lock));
			read_it();
			read_it();
		}
	}
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t[N];
		lock = rw;
		t_gate_close();
		for (int i = 0; i < N; i++)
			t_start_fifo(&t[i], i_ % 2 && i < 2 ? 1 + i : 0, body, (void *)(long)i);
		t_gate_open();
		for (int i = 0; i < N; i++)
			t_join(&t[i]);
		OK(rw_other_trywr(rw));
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
