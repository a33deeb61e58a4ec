/* Two condvars with one mutex: a signal on one does not end a wait on the other. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c[2] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static int go[2], early[2];

static void *waiter(void *v)
{
	long i = (long)v;
	OK(pthread_mutex_lock(&m));
	while (!go[i]) {
		OK(pthread_cond_wait(&c[i], &m));
		early[i] += !go[i];
	}
	OK(pthread_mutex_unlock(&m));
	return NULL;
}

int main(void)
{
	struct t_thread t[2];
	for (long i = 0; i < 2; i++) {
		t_start(&t[i], waiter, (void *)i);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 20; i++) { /* one spurious wake-up may be; twenty are none */
		OK(pthread_mutex_lock(&m));
		OK(pthread_cond_signal(&c[0]));
		OK(pthread_mutex_unlock(&m));
		t_blocked(&t[0]);
	}
	OK(pthread_mutex_lock(&m));
	TRUE(early[1] < 5);
	go[0] = go[1] = 1;
	OK(pthread_cond_signal(&c[0]));
	OK(pthread_cond_signal(&c[1]));
	OK(pthread_mutex_unlock(&m));
	for (int i = 0; i < 2; i++)
		t_join(&t[i]);
	return 0;
}
