/* What the last owner wrote is seen by the next one: a hand-over without any other ordering. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long a, b;

static void *writer(void *v)
{
	t_gate_wait();
	for (long i = 1; i <= 20000; i++) {
		OK(pthread_mutex_lock(&m));
		a++;
		b++;
		OK(pthread_mutex_unlock(&m));
	}
	return v;
}

static void *reader(void *v)
{
	t_gate_wait();
	for (long i = 1; i <= 20000; i++) {
		OK(pthread_mutex_lock(&m));
		EQ(a, b);
		OK(pthread_mutex_unlock(&m));
	}
	return v;
}

int main(void)
{
	struct t_thread w, r;
	t_start(&w, writer, NULL);
	t_start(&r, reader, NULL);
	t_gate_open();
	t_join(&w);
	t_join(&r);
	EQ(a, 20000);
	return 0;
}
