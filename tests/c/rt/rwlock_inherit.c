/* Inheritance through an rwlock that asks for it: the low thread writes, the high one wants to read, or to
 * write, timed or not; through a robust one also where the low thread reads and the high one wants to write; and
 * the control, an rwlock that does not ask, where the high one waits for the hog. */
#include "inversion.h"
#include "../rw_own.h"

static pthread_rwlock_t *rw;
static int owned;
static double waited;

static void *low(void *reads)
{
	OK(reads ? pthread_rwlock_rdlock(rw) : pthread_rwlock_wrlock(rw));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_rwlock_unlock(rw));
	return reads;
}

enum { WRITES = 1, TIMED = 2 };

static void *high(void *how)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	double start = t_now();
	switch ((long)how) {
	case 0:
		OK(pthread_rwlock_rdlock(rw));
		break;
	case WRITES:
		OK(pthread_rwlock_wrlock(rw));
		break;
	case TIMED:
		OK(pthread_rwlock_timedrdlock(rw, &far));
		break;
	case WRITES | TIMED:
		OK(pthread_rwlock_timedwrlock(rw, &far));
		break;
	}
	waited = t_now() - start;
	OK(pthread_rwlock_unlock(rw));
	return how;
}

static void inversion(long how, int reads)
{
	struct t_thread l, h, g;
	STORE(owned, 0);
	waited = -1;
	t_start_fifo(&l, LOW, low, reads ? rw : NULL);
	UNTIL(LOAD(owned));
	t_start_fifo(&h, HIGH, high, (void *)how);
	t_start_fifo(&g, MIDDLE, hog, NULL);
	t_join(&h);
	t_join(&g);
	t_join(&l);
	TRUE(waited >= 0);
}

int main(void)
{
	rw = t_shared(sizeof *rw);
	inversion_prepare();
	for (int kind = 0; kind < 3; kind++) {
		rw_inherit(rw, kind);
		for (long how = 0; how < 4; how++) {
			inversion(how, 0);
			inversion_check(waited);
		}
		OK(pthread_rwlock_destroy(rw));
	}
	for (int shared = 0; shared < 2; shared++) {
		rw_robust(rw, shared);
		for (long how = 0; how < 4; how++) {
			inversion(how, 0);
			inversion_check(waited);
			if (how & WRITES) {
				inversion(how, 1);
				inversion_check(waited);
			}
		}
		OK(pthread_rwlock_destroy(rw));
	}
	rw_init(rw, PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE);
	inversion(0, 0);
	if (waited < HOG)
		FAIL("nobody asked for inheritance, and the hog was passed all the same (%.0f ms)", waited * 1e3);
	return 0;
}
