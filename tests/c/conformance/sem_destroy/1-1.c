/* A semaphore may be destroyed and its memory given away as soon as the wait has returned, while the
 * poster is still inside sem_post. */
#include "sem.h"

enum { ROUNDS = 400 };
static sem_t *s;

static void *poster(void *v)
{
	OK(sem_post(v));
	return NULL;
}

int main(void)
{
	for (int shared = 0; shared < 2; shared++)
		for (int i = 0; i < ROUNDS; i++) {
			struct t_thread t;
			s = t_shared(4096);
			OK(sem_init(s, shared, 0));
			t_start(&t, poster, s);
			if (i & 1)
				sched_yield();
			OK(sem_wait(s));
			OK(sem_destroy(s));
			OK(munmap(s, 4096));
			t_join(&t);
		}
	return 0;
}
