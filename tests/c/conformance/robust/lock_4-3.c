/* The first thread of a process leaves by pthread_exit while it owns mutexes: EOWNERDEAD for the others. */
#include "death.h"

static struct death *d[16];
static int count;

static void *heir(void *v)
{
	for (int i = 0; i < count; i++) {
		EQ(pthread_mutex_lock(&d[i]->m), EOWNERDEAD);
		OK(pthread_mutex_consistent(&d[i]->m));
		OK(pthread_mutex_unlock(&d[i]->m));
	}
	_exit(0);
	return v;
}

int main(void)
{
	EACH_ROBUST(k) d[count++] = death_new(k);
	for (int i = 0; i < count; i++)
		OK(pthread_mutex_lock(&d[i]->m));
	struct t_thread *t = malloc(sizeof *t);
	t_start(t, heir, NULL);
	t_blocked(t);
	pthread_exit(NULL);
}
