/* Two threads that never come back. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *blocked(void *v)
{
	OK(pthread_mutex_lock(&m));
	return v;
}

int main(void)
{
	struct t_thread t;
	OK(pthread_mutex_lock(&m));
	t_start(&t, blocked, NULL);
	fork(); /* a second process in the group */
	for (;;)
		pause();
}
