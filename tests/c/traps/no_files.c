/* Locks need no file descriptor, no environment and no /proc: all closed, nothing can be opened. */
#include "t.h"
#include <sys/resource.h>

static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!go)
		OK(pthread_cond_wait(&c, m));
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	struct rlimit none = { 0, 0 };
	clearenv();
	for (int fd = 3; fd < 64; fd++)
		close(fd);
	OK(setrlimit(RLIMIT_NOFILE, &none));
	EACH_KIND(k) {
		struct t_thread t[3];
		m = t_shared(sizeof *m);
		t_mutex(m, k);
		go = 0;
		for (int i = 0; i < 3; i++)
			t_start(&t[i], waiter, NULL);
		OK(pthread_mutex_lock(m));
		go = 1;
		OK(pthread_cond_broadcast(&c));
		OK(pthread_mutex_unlock(m));
		for (int i = 0; i < 3; i++)
			t_join(&t[i]);
	}
	return 0;
}
