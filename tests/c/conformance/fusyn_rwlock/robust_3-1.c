/* Readers and writers of a robust rwlock that come as fast as they can, and hardly stay: they exclude each other. */
#include "rw_own.h"

enum { N = 4 };
static pthread_rwlock_t *rw;
static int written, done;
static long reads, writes;

static void *reader(void *v)
{
	while (!LOAD(done)) {
		OK(pthread_rwlock_rdlock(rw));
		for (int i = 0; i < 20; i++)
			EQ(LOAD(written), 0);
		OK(pthread_rwlock_unlock(rw));
		ADD(reads, 1);
	}
	return v;
}

static void *writer(void *v)
{
	while (!LOAD(done)) {
		OK(pthread_rwlock_wrlock(rw));
		EQ(ADD(written, 1), 1);
		for (int i = 0; i < 20; i++)
			EQ(LOAD(written), 1);
		EQ(ADD(written, -1), 0);
		OK(pthread_rwlock_unlock(rw));
		ADD(writes, 1);
	}
	return v;
}

int main(void)
{
	struct t_thread t[N];
	rw = t_shared(sizeof *rw);
	rw_robust(rw, PTHREAD_PROCESS_SHARED);
	for (int i = 0; i < N; i++)
		t_start(&t[i], i & 1 ? writer : reader, NULL);
	UNTIL(LOAD(reads) > 20000 && LOAD(writes) > 20000);
	STORE(done, 1);
	for (int i = 0; i < N; i++)
		t_join(&t[i]);
	OK(pthread_rwlock_destroy(rw));
	return 0;
}
