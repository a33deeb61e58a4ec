/* The memory of a condvar destroyed right after a broadcast becomes another condvar at once: its
 * waiters are not taken for those of the old one. */
#include "t.h"

enum { ROUNDS = 200 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int waiting, go, second;

static void *first(void *v)
{
	OK(pthread_mutex_lock(&m));
	waiting++;
	while (!go)
		OK(pthread_cond_wait(&c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void *later(void *v)
{
	OK(pthread_mutex_lock(&m));
	waiting++;
	while (!second)
		OK(pthread_cond_wait(&c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static int count(void)
{
	OK(pthread_mutex_lock(&m));
	int n = waiting;
	OK(pthread_mutex_unlock(&m));
	return n;
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct t_thread t[3], u[2];
		OK(pthread_cond_init(&c, NULL));
		waiting = go = second = 0;
		for (int j = 0; j < 3; j++)
			t_start(&t[j], first, NULL);
		UNTIL(count() == 3);
		OK(pthread_mutex_lock(&m));
		go = 1;
		OK(pthread_cond_broadcast(&c));
		OK(pthread_cond_destroy(&c));
		OK(pthread_cond_init(&c, NULL));
		waiting = 0;
		OK(pthread_mutex_unlock(&m));
		for (int j = 0; j < 2; j++)
			t_start(&u[j], later, NULL);
		UNTIL(count() == 2);
		OK(pthread_mutex_lock(&m));
		second = 1;
		OK(pthread_cond_signal(&c));
		OK(pthread_cond_signal(&c));
		OK(pthread_mutex_unlock(&m));
		for (int j = 0; j < 2; j++)
			t_join(&u[j]);
		for (int j = 0; j < 3; j++)
			t_join(&t[j]);
		OK(pthread_cond_destroy(&c));
	}
	return 0;
}
