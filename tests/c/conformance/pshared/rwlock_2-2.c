/* Processes killed at any instruction of locking, waiting and unlocking: as long as none held the lock, the
 * others go on. */
#include "rw.h"

enum { ROUNDS = 150 };
struct area {
	pthread_rwlock_t rw;
};

static void victim(void *v)
{
	struct area *s = v;
	for (unsigned i = 0;; i++) {
		struct timespec t = t_in(CLOCK_MONOTONIC, 1);
		/* The parent reads all the time, so this always waits and gives up. */
		EQ(i % 2 ? pthread_rwlock_trywrlock(&s->rw) : pthread_rwlock_clockwrlock(&s->rw, CLOCK_MONOTONIC, &t),
		   i % 2 ? EBUSY : ETIMEDOUT);
	}
}

int main(void)
{
	struct area *s = t_shared(sizeof *s);
	unsigned seed = 1;
	rw_init(&s->rw, PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_SHARED);
	for (int i = 0; i < ROUNDS; i++) {
		OK(pthread_rwlock_rdlock(&s->rw));
		pid_t pid = t_fork(victim, s);
		t_pause_us(500 + rand_r(&seed) % 3000);
		t_kill(pid);
		OK(pthread_rwlock_unlock(&s->rw));
		struct timespec t = t_in(CLOCK_MONOTONIC, 10000);
		OK(pthread_rwlock_clockwrlock(&s->rw, CLOCK_MONOTONIC, &t));
		OK(pthread_rwlock_unlock(&s->rw));
	}
	return 0;
}
