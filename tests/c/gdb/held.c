/* Holds a mutex of every kind, for a debugger that stops at `stop_here` and reads `held`: by the first thread,
 * by another, with a thread that waits, taken from a dead owner, free again, by a static initialiser. */
#include "t.h"

enum { ROOM = 220 };
struct entry {
	pthread_mutex_t *m;
	pid_t owner; /* as the kernel names the thread; 0: free */
	int depth;   /* of a recursive one; else 0 */
	char name[80];
};
struct entry held[ROOM];
int held_n;

__attribute__((noinline)) void stop_here(void) { __asm__ volatile("" ::: "memory"); }

static struct entry *enter(pthread_mutex_t *m, pid_t owner, int depth, const char *how, const char *kind)
{
	TRUE(held_n < ROOM);
	struct entry *e = &held[held_n++];
	*e = (struct entry){ .m = m, .owner = owner, .depth = depth };
	snprintf(e->name, sizeof e->name, "%s %s", how, kind);
	return e;
}

static pthread_mutex_t *fresh(struct t_kind k)
{
	pthread_mutex_t *m = t_shared(sizeof *m);
	t_mutex(m, k);
	return m;
}

/* Locks as deep as it goes, three times at most. */
static int lock_deep(pthread_mutex_t *m, struct t_kind k)
{
	int depth = k.type == PTHREAD_MUTEX_RECURSIVE ? 3 : 1;
	for (int i = 0; i < depth; i++)
		OK(pthread_mutex_lock(m));
	return depth > 1 ? depth : 0;
}

static int done;

static void *other(void *v)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = fresh(k);
		int depth = lock_deep(m, k);
		enter(m, t_gettid(), depth, "other thread's", k.name);
	}
	STORE(done, 1);
	for (;;)
		pause();
	return v;
}

static void *waiter(void *m)
{
	OK(pthread_mutex_lock(m));
	return NULL;
}

static void *die(void *m)
{
	OK(pthread_mutex_lock(m));
	return NULL;
}

static void kinds(void)
{
	EACH_KIND(k) {
		struct t_thread *t = malloc(sizeof *t);
		pthread_mutex_t *m = fresh(k);
		enter(m, t_gettid(), lock_deep(m, k), "own", k.name);
		m = fresh(k);
		enter(m, t_gettid(), lock_deep(m, k), "awaited", k.name);
		t_start(t, waiter, m);
		t_blocked(t);
		m = fresh(k);
		lock_deep(m, k);
		for (int i = 0; i < (k.type == PTHREAD_MUTEX_RECURSIVE ? 3 : 1); i++)
			OK(pthread_mutex_unlock(m));
		enter(m, 0, 0, "free", k.name);
		if (!k.robust)
			continue;
		m = fresh(k);
		t_start(t, die, m);
		t_join(t);
		EQ(pthread_mutex_lock(m), EOWNERDEAD);
		enter(m, INT_MAX, k.type == PTHREAD_MUTEX_RECURSIVE, "inconsistent", k.name);
	}
}

int main(void)
{
	static pthread_mutex_t statics[] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
					     PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP };
	static const char *names[] = { "normal", "recursive", "errorcheck", "adaptive" };
	struct t_thread t;
	kinds();
	t_start(&t, other, NULL);
	UNTIL(LOAD(done));
	for (int i = 0; i < 4; i++) {
		OK(pthread_mutex_lock(&statics[i]));
		enter(&statics[i], t_gettid(), i == PTHREAD_MUTEX_RECURSIVE, "static", names[i]);
	}
	stop_here();
	return 0;
}
