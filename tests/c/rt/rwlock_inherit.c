/* Inheritance through an rwlock that asks for it: the low thread writes, the high one wants to read, or to
 * write, timed or not; and the control, an rwlock that does not ask, where the high one waits for the hog. */
#include "inversion.h"
#include "../rw_own.h"

static pthread_rwlock_t *rw;
static int owned;
static double waited;

static void *low(void *v)
{
	OK(pthread_rwlock_wrlock(rw));
	STORE(owned, 1);
	run_for(SECTION);
	OK(pthread_rwlock_unlock(rw));
	return v;
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

static void inversion(long how)
{
	struct t_thread l, h, g;
	STORE(owned, 0);
	waited = -1;
	t_start_fifo(&l, LOW, low, NULL);
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
			inversion(how);
			inversion_check(waited);
		}
		OK(pthread_rwlock_destroy(rw));
	}
	rw_init(rw, PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE);
	inversion(0);
	if (waited < HOG)
		FAIL("nobody asked for inheritance, and the hog was passed all the same (%.0f ms)", waited * 1e3);
	return 0;
}
