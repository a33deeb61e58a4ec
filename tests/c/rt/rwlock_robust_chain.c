/* Inheritance through a chain whose middle is a robust rwlock: high wants to write what a thread reads or writes
 * that waits for the low one's mutex. The one between is ordinary, and holds nothing else that inherits; it has
 * locked, or tried, or taken over from a dead writer, and once it has unlocked it counts as holding nothing. */
#include "inversion.h"
#include "../rw_own.h"

enum how { READS, WRITES, TRIES_TO_READ, TRIES_TO_WRITE, TAKES_OVER, WAYS };
static pthread_mutex_t m;
static pthread_rwlock_t *rw;
static int low_has, middleman_has, go;
static double waited;

static void *low(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(low_has, 1);
	UNTIL(LOAD(go)); /* asleep, until the chain stands */
	run_for(SECTION);
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void *dies(void *v)
{
	OK(pthread_rwlock_wrlock(rw));
	return v;
}

static void take(enum how how)
{
	struct t_thread d;
	switch (how) {
	case READS:
		OK(pthread_rwlock_rdlock(rw));
		break;
	case WRITES:
		OK(pthread_rwlock_wrlock(rw));
		break;
	case TRIES_TO_READ:
		OK(pthread_rwlock_tryrdlock(rw));
		break;
	case TRIES_TO_WRITE:
		OK(pthread_rwlock_trywrlock(rw));
		break;
	default:
		t_start(&d, dies, NULL);
		t_join(&d);
		EQ(pthread_rwlock_wrlock(rw), EOWNERDEAD);
		OK(fusyn_rwlock_consistent(rw));
	}
}

static void *middleman(void *how)
{
	take((enum how)(long)how);
	STORE(middleman_has, 1);
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	OK(pthread_rwlock_unlock(rw));
	return how;
}

static void *high(void *v)
{
	double start = t_now();
	OK(pthread_rwlock_wrlock(rw));
	waited = t_now() - start;
	OK(pthread_rwlock_unlock(rw));
	return v;
}

static void chain(long how)
{
	struct t_thread l, n, h, g;
	STORE(low_has, 0);
	STORE(go, 0);
	STORE(middleman_has, 0);
	waited = -1;
	t_start(&l, low, NULL);
	UNTIL(LOAD(low_has));
	t_start(&n, middleman, (void *)how);
	UNTIL(LOAD(middleman_has));
	t_blocked(&n);
	STORE(go, 1);
	t_start_fifo(&h, HIGH, high, NULL);
	t_start_fifo(&g, MIDDLE, hog, NULL);
	t_join(&h);
	t_join(&g);
	t_join(&n);
	t_join(&l);
	TRUE(waited >= 0);
	inversion_check(waited);
}

/* Whether a blocked thread waits for an inheriting lock in the kernel. */
static int waits_for_pi(struct t_thread *t)
{
	char path[64], text[256];
	snprintf(path, sizeof path, "/proc/self/task/%d/syscall", LOAD(t->tid));
	TRUE(t_slurp(path, text, sizeof text) > 0);
	long nr, word, op;
	TRUE(sscanf(text, "%ld %lx %lx", &nr, &word, &op) == 3);
	op &= 0x7f;
	return nr == SYS_futex && (op == 6 || op == 13); /* FUTEX_LOCK_PI, FUTEX_LOCK_PI2 */
}

static void *holds_no_more(void *how)
{
	take((enum how)(long)how);
	OK(pthread_rwlock_unlock(rw));
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	return how;
}

static void balance(long how)
{
	const char *backend = getenv("FUSYN_BACKEND");
	struct t_thread t;
	OK(pthread_mutex_lock(&m));
	t_start(&t, holds_no_more, (void *)how);
	t_blocked(&t);
	if (!backend || strcmp(backend, "kernel"))
		EQ(waits_for_pi(&t), 0);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
}

int main(void)
{
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED,
				 PTHREAD_PROCESS_PRIVATE));
	rw = t_shared(sizeof *rw);
	inversion_prepare();
	for (int shared = 0; shared < 2; shared++) {
		rw_robust(rw, shared);
		for (long how = 0; how < WAYS; how++) {
			balance(how);
			chain(how);
		}
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
