/* One signal wakes one thread: with six waiting, most stay. */
#include "t.h"

enum { N = 6 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int returns, go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go) {
		OK(pthread_cond_wait(&c, &m));
		returns++;
	}
	OK(pthread_mutex_unlock(&m));
	return v;
}

static int so_far(void)
{
	OK(pthread_mutex_lock(&m));
	int n = returns;
	OK(pthread_mutex_unlock(&m));
	return n;
}

int main(void)
{
	struct t_thread t[N];
	for (int i = 0; i < N; i++) {
		t_start(&t[i], waiter, NULL);
		t_blocked(&t[i]);
	}
	for (int i = 1; i <= 10; i++) {
		OK(pthread_cond_signal(&c));
		UNTIL(so_far() >= i);
		for (int j = 0; j < N; j++)
			t_blocked(&t[j]);
	}
	TRUE(so_far() < 20);
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(pthread_cond_broadcast(&c));
	OK(pthread_mutex_unlock(&m));
	for (int i = 0; i < N; i++)
		t_join(&t[i]);
	return 0;
}
