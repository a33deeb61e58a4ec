/* A writer gets in though readers overlap all the time: each of them holds on until another is in. Up to 64 may pass
 * a writer, alone, each for 15 ms: with bad luck that is one second on an idle machine, and several on a busy one. */
// limit: 60
#include "rw.h"

enum { N = 3 };
static pthread_rwlock_t *lock;
static int entries, done;

static void *reader(void *v)
{
	while (!LOAD(done)) {
		OK(pthread_rwlock_rdlock(lock));
		int mine = ADD(entries, 1);
		double end = t_now() + 0.015;
		while (LOAD(entries) == mine && !LOAD(done) && t_now() < end)
			sched_yield();
		OK(pthread_rwlock_unlock(lock));
	}
	return v;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread t[N];
		lock = rw;
		STORE(done, 0);
		STORE(entries, 0);
		for (int i = 0; i < N; i++)
			t_start(&t[i], reader, NULL);
		UNTIL(LOAD(entries) > 100);
		struct timespec end = t_in(CLOCK_MONOTONIC, 15000);
		OK(pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &end));
		OK(pthread_rwlock_unlock(lock));
		STORE(done, 1);
		for (int i = 0; i < N; i++)
			t_join(&t[i]);
	}
	return 0;
}
