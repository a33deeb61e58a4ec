/* The program's own malloc locks: a mutex of each kind and a condvar in turn. The lock code must never
 * allocate on any path: contended, timed out, in a new thread, at thread exit. */
// flags: -fno-builtin
#include "t.h"
#include <stddef.h>

enum { LOCKS = 5 };
static pthread_mutex_t locks[LOCKS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
					PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP,
					/* priority-inheriting, as glibc's own initialiser would write it */
					{ .__data = { .__kind = 32 } } };
static pthread_cond_t conds[LOCKS]; /* zeroed is initialised */
static char arena[64 << 20] __attribute__((aligned(16)));
static size_t top;
static int calls;
static __thread int inside;

static void enter(void)
{
	if (inside) {
		static const char text[] = "in_malloc: the lock code allocated or freed\n";
		_exit(write(2, text, sizeof text - 1) > 0 ? 1 : 2);
	}
	inside = 1;
}

static void *take(size_t size)
{
	enter();
	int call = ADD(calls, 1);
	pthread_mutex_t *m = &locks[call % LOCKS];
	pthread_cond_t *c = &conds[call % LOCKS];
	OK(pthread_mutex_lock(m));
	struct timespec past = { 0, 0 };
	if (call % 7 == 0) {
		int r = pthread_cond_timedwait(c, m, &past);
		EITHER(r, ETIMEDOUT, 0);
	}
	OK(pthread_cond_broadcast(c));
	size_t at = __atomic_fetch_add(&top, (size + 47) & ~(size_t)15, __ATOMIC_RELAXED);
	OK(pthread_mutex_unlock(m));
	TRUE(at + size + 64 < sizeof arena);
	inside = 0;
	size_t *p = (size_t *)(arena + at + 16);
	p[-1] = size;
	return p;
}

void *malloc(size_t size) { return take(size); }
void *calloc(size_t n, size_t size) { return memset(take(n * size), 0, n * size); }
void free(void *p)
{
	if (!p)
		return;
	enter();
	OK(pthread_mutex_lock(&locks[0]));
	OK(pthread_mutex_unlock(&locks[0]));
	inside = 0;
}
void *realloc(void *old, size_t size)
{
	size_t *p = take(size), n = old ? ((size_t *)old)[-1] : 0;
	return old ? memcpy(p, old, n < size ? n : size) : p;
}
void *aligned_alloc(size_t alignment, size_t size)
{
	char *p = take(size + alignment + 16);
	p += alignment - (uintptr_t)p % alignment;
	((size_t *)(void *)p)[-1] = size;
	return p;
}
void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size)
{
	*out = aligned_alloc(alignment, size);
	return 0;
}

static void *user(void *v)
{
	static pthread_mutex_t shared[2] = { PTHREAD_MUTEX_INITIALIZER, { .__data = { .__kind = 32 } } };
	for (int i = 0; i < 3000; i++) {
		char *p = malloc((size_t)(i % 100) + 1);
		OK(pthread_mutex_lock(&shared[i & 1]));
		p[0] = 1;
		OK(pthread_mutex_unlock(&shared[i & 1]));
		free(p);
	}
	return v;
}

int main(void)
{
	for (int round = 0; round < 5; round++) {
		struct t_thread t[4];
		for (int i = 0; i < 4; i++)
			t_start(&t[i], user, NULL);
		for (int i = 0; i < 4; i++)
			t_join(&t[i]);
		pid_t pid = fork();
		TRUE(pid >= 0);
		if (pid == 0) {
			user(NULL);
			_exit(0);
		}
		t_reap(pid);
	}
	return 0;
}
