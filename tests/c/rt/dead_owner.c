/* A thread that ends while it holds an inheriting mutex leaves it to a thread that waits in the kernel. Who comes
 * before that one has run is told EINVAL by the kernel: the mutex is as good as any, and the call waits. */
// limit: 60
#include "t.h"

enum { ROUNDS = 400, LATE = 4 };
static pthread_mutex_t m;
static int held, waited_for;

static void *owner(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(held, 1);
	UNTIL(LOAD(waited_for));
	return v;
}

/* Nobody may have waited when the owner ended: then the mutex is nobody's to have, and the time runs out. */
static void *lock(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 200);
	int result = pthread_mutex_timedlock(&m, &end);
	if (result == 0)
		OK(pthread_mutex_unlock(&m));
	else
		EQ(result, ETIMEDOUT);
	return v;
}

static void *come_late(void *v)
{
	UNTIL(LOAD(waited_for));
	struct timespec some = { 0, rand() % 150 * 1000 };
	nanosleep(&some, NULL);
	return lock(v);
}

int main(void)
{
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
	for (int i = 0; i < ROUNDS; i++) {
		struct t_thread o, first, late[LATE];
		OK(pthread_mutex_init(&m, &a));
		STORE(held, 0);
		STORE(waited_for, 0);
		t_start(&o, owner, NULL);
		UNTIL(LOAD(held));
		t_start_fifo(&first, 10, lock, NULL);
		for (int n = 0; n < LATE; n++)
			t_start_fifo(&late[n], 10, come_late, NULL);
		t_blocked(&first);
		STORE(waited_for, 1);
		t_join(&o);
		t_join(&first);
		for (int n = 0; n < LATE; n++)
			t_join(&late[n]);
	}
	return 0;
}
