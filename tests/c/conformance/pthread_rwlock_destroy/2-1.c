/* Whoever has got the lock last may destroy and unmap it: the unlocks before touch it no more. */
#include "rw.h"

enum { ROUNDS = 400 };
static int left;

static void *visitor(void *v)
{
	pthread_rwlock_t *rw = v;
	OK(pthread_rwlock_wrlock(rw));
	int last = ADD(left, -1) == 0;
	OK(pthread_rwlock_unlock(rw));
	if (last) {
		OK(pthread_rwlock_destroy(rw));
		OK(munmap(rw, sizeof *rw));
	}
	return NULL;
}

int main(void)
{
	for (int kind = 0; kind < 6; kind++) {
		for (int i = 0; i < ROUNDS / 4; i++) {
			struct t_thread t[3];
			pthread_rwlock_t *rw = t_shared(sizeof *rw);
			rw_init(rw, kind % 3, kind / 3);
			STORE(left, 3);
			for (int k = 0; k < 3; k++)
				t_start(&t[k], visitor, rw);
			for (int k = 0; k < 3; k++)
				t_join(&t[k]);
		}
	}
	return 0;
}
