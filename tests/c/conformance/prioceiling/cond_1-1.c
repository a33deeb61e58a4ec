/* A condvar with a ceiling mutex: priority back while waiting, the ceiling again on return. */
#include "t.h"

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static int priority(pid_t tid)
{
	struct sched_param p;
	OK(sched_getparam(tid, &p));
	return p.sched_priority;
}

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	EQ(priority(0), 30);
	while (!go) {
		OK(pthread_cond_wait(&c, &m));
		EQ(priority(0), 30);
	}
	OK(pthread_mutex_unlock(&m));
	EQ(priority(0), 10);
	return v;
}

int main(void)
{
	struct t_thread t[3];
	t_fifo(20);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 30);
	for (int i = 0; i < 3; i++) {
		t_start_fifo(&t[i], 10, waiter, NULL);
		t_blocked(&t[i]);
		EQ(priority(t[i].tid), 10);
	}
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(pthread_cond_signal(&c));
	OK(pthread_cond_broadcast(&c));
	OK(pthread_mutex_unlock(&m));
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	return 0;
}
