/* A waiting thread is cancelled while a handler that interrupted its wait signals condvars: the handler's
 * call is done whole, and whoever waits for those is woken. */
// limit: 30
#include "t.h"

enum { ROUNDS = 300 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER, told = PTHREAD_COND_INITIALIZER;
static int in_handler, sent, waits, stop;

static void handler(int s)
{
	(void)s;
	STORE(in_handler, 1);
	while (!LOAD(sent)) {
		pthread_cond_signal(&told);
		pthread_cond_broadcast(&told);
	}
}

static void *listener(void *v)
{
	OK(pthread_mutex_lock(&other));
	while (!LOAD(stop))
		OK(pthread_cond_wait(&told, &other));
	OK(pthread_mutex_unlock(&other));
	return v;
}

static void unlock(void *mutex) { OK(pthread_mutex_unlock(mutex)); }

static void *victim(void *v)
{
	OK(pthread_mutex_lock(&m));
	pthread_cleanup_push(unlock, &m);
	STORE(waits, 1);
	for (;;)
		OK(pthread_cond_wait(&never, &m));
	pthread_cleanup_pop(1);
	return v;
}

int main(void)
{
	struct t_thread ears[3];
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
	sigaction(SIGUSR1, &action, NULL);
	for (int i = 0; i < 3; i++)
		t_start(&ears[i], listener, NULL);
	for (int round = 0; round < ROUNDS; round++) {
		struct t_thread t;
		STORE(waits, 0);
		STORE(in_handler, 0);
		STORE(sent, 0);
		t_start(&t, victim, NULL);
		UNTIL(LOAD(waits));
		t_blocked(&t);
		pthread_kill(t.handle, SIGUSR1);
		UNTIL(LOAD(in_handler));
		OK(pthread_cancel(t.handle));
		STORE(sent, 1);
		t_join(&t);
	}
	STORE(stop, 1);
	OK(pthread_mutex_lock(&other));
	OK(pthread_cond_broadcast(&told));
	OK(pthread_mutex_unlock(&other));
	for (int i = 0; i < 3; i++)
		t_join(&ears[i]);
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	return 0;
}
