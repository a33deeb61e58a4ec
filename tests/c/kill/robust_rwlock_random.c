// limit: 60
/* Processes killed at random moments around a robust rwlock: writers exclude everybody, every death of one inside
 * is told, dead readers leave, and the living come through. */
#include "random.h"
#include "robust_rwlock.h"

static struct told {
	long writers;
	int written;
} *told;

static void write_once(unsigned *seed, int r)
{
	if (r == EOWNERDEAD) {
		ADD(told->writers, 1);
		OK(fusyn_rwlock_consistent(&s->rw));
	} else {
		OK(r);
		EQ(LOAD(told->written), 0);
	}
	STORE(told->written, 1);
	if ((*seed & 3) == 0)
		random_pause(seed, 20);
	STORE(told->written, 0);
}

static void worker(int id, unsigned seed)
{
	for (;;) {
		int writes = seed >> 16 & 1;
		int r = writes ? pthread_rwlock_wrlock(&s->rw) : pthread_rwlock_rdlock(&s->rw);
		if (writes || r == EOWNERDEAD) {
			write_once(&seed, r);
		} else {
			OK(r);
			EQ(LOAD(told->written), 0);
			random_pause(&seed, 5);
			EQ(LOAD(told->written), 0);
		}
		OK(pthread_rwlock_unlock(&s->rw));
		ADD(progress[id], 1);
		seed = seed * 69069 + 1;
	}
}

int main(void)
{
	s = t_shared(sizeof *s);
	told = t_shared(sizeof *told);
	rw_robust(&s->rw, PTHREAD_PROCESS_SHARED);
	kill_at_random(worker, 3000);
	TRUE(told->writers > 0);
	int r = survivor_lock(1);
	EITHER(r, 0, EOWNERDEAD);
	OK(pthread_rwlock_unlock(&s->rw));
	check_whole();
	return 0;
}
