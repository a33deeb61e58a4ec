/* A shared semaphore works between processes, at two addresses. */
#include "sem.h"

struct area {
	sem_t go, done;
};

static void child(void *v)
{
	struct area *a = mremap(v, 0, 4096, MREMAP_MAYMOVE);
	TRUE(a != MAP_FAILED && a != v);
	for (int i = 0; i < 200; i++) {
		OK(sem_wait(&a->go));
		OK(sem_post(&a->done));
	}
}

int main(void)
{
	struct area *a = t_shared(4096);
	OK(sem_init(&a->go, 1, 0));
	OK(sem_init(&a->done, 1, 0));
	pid_t pid = t_fork(child, a);
	for (int i = 0; i < 200; i++) {
		OK(sem_post(&a->go));
		OK(sem_wait(&a->done));
	}
	t_reap(pid);
	OK(sem_destroy(&a->go));
	OK(sem_destroy(&a->done));
	return 0;
}
