/* Initialised with null attributes, over garbage, statically or by zeroing: each condvar works. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(pthread_cond_wait(c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void try(pthread_cond_t *cond)
{
	struct t_thread t;
	c = cond;
	go = 0;
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(pthread_cond_signal(c));
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
}

int main(void)
{
	static pthread_cond_t fixed = PTHREAD_COND_INITIALIZER, zeroed;
	static const unsigned char patterns[] = { 0, 0xff, 0x55, 0x80 };
	try(&fixed);
	try(&zeroed);
	for (int i = 0; i < 4; i++) {
		pthread_cond_t made;
		memset(&made, patterns[i], sizeof made);
		OK(pthread_cond_init(&made, NULL));
		try(&made);
		OK(pthread_cond_destroy(&made));
	}
	OK(pthread_cond_destroy(&fixed));
	OK(pthread_cond_destroy(&zeroed));
	return 0;
}
