/* A condvar may be destroyed, and its memory given away, as soon as every waiter has been woken: right
 * after a broadcast, while the woken threads have yet to get the mutex. */
#include "t.h"

enum { WAITERS = 4, ROUNDS = 100 };
static pthread_mutex_t m;
static pthread_cond_t *c;
static int waiting, go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	waiting++;
	int mine = go;
	while (go == mine)
		OK(pthread_cond_wait(c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void wait_for_all(void)
{
	UNTIL(({
		OK(pthread_mutex_lock(&m));
		int n = waiting;
		OK(pthread_mutex_unlock(&m));
		n == WAITERS;
	}));
}

int main(void)
{
	for (int protocol = 0; protocol < 2; protocol++) {
		t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, protocol, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread t[WAITERS];
			c = malloc(sizeof *c);
			OK(pthread_cond_init(c, NULL));
			waiting = 0;
			for (int j = 0; j < WAITERS; j++)
				t_start(&t[j], waiter, NULL);
			wait_for_all();
			OK(pthread_mutex_lock(&m));
			go++;
			OK(pthread_cond_broadcast(c));
			if (i & 1)
				OK(pthread_mutex_unlock(&m));
			OK(pthread_cond_destroy(c));
			memset(c, 0xff, sizeof *c);
			unsigned char sum = 0xff;
			if (!(i & 1))
				OK(pthread_mutex_unlock(&m));
			for (int j = 0; j < WAITERS; j++)
				t_join(&t[j]);
			for (unsigned j = 0; j < sizeof *c; j++)
				sum &= ((unsigned char *)c)[j];
			EQ(sum, 0xff);
			free(c);
		}
	}
	return 0;
}
