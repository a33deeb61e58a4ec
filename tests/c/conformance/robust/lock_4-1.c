/* A dying thread that holds many mutexes, of all robust kinds mixed: each gives EOWNERDEAD. */
#include "death.h"

enum { N = 300 };
static pthread_mutex_t *m;

static void *holder(void *v)
{
	for (int i = 0; i < N; i++)
		OK(pthread_mutex_lock(&m[i]));
	for (int i = 0; i < N; i += 3) /* holes in the list */
		OK(pthread_mutex_unlock(&m[i]));
	return v;
}

int main(void)
{
	struct t_thread t;
	m = t_shared(N * sizeof *m);
	for (int i = 0; i < N; i++) {
		struct t_kind k;
		t_kind_at(i & 31, &k);
		k.robust = PTHREAD_MUTEX_ROBUST;
		t_mutex(&m[i], k);
	}
	t_where = "";
	t_start(&t, holder, NULL);
	t_join(&t);
	for (int i = 0; i < N; i++) {
		EQ(pthread_mutex_trylock(&m[i]), i % 3 ? EOWNERDEAD : 0);
		if (i % 3)
			OK(pthread_mutex_consistent(&m[i]));
		OK(pthread_mutex_unlock(&m[i]));
	}
	return 0;
}
