/* Eight threads, one operation in ten writes: nobody is left asleep on a free lock. */
#include "rw.h"

enum { N = 8 };
static pthread_rwlock_t *lock;
static int done;

static void *body(void *v)
{
	unsigned dice = (unsigned)(long)v + 1;
	t_gate_wait();
	while (!LOAD(done))
		for (int i = 0; i < 16; i++) {
			dice = dice * 1664525 + 1013904223;
			if ((dice >> 16) % 100 < 10)
				OK(pthread_rwlock_wrlock(lock));
			else
				OK(pthread_rwlock_rdlock(lock));
			OK(pthread_rwlock_unlock(lock));
		}
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t[N];
		lock = rw;
		STORE(done, 0);
		t_gate_close();
		for (int i = 0; i < N; i++)
			t_start(&t[i], body, (void *)(long)i);
		t_gate_open();
		t_pause_us(i_ ? 300000 : 3000000);
		STORE(done, 1);
		for (int i = 0; i < N; i++)
			t_join(&t[i]);
		OK(rw_other_trywr(rw));
	}
	return 0;
}
