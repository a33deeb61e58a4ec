// flags: -ldl
/* One thread holds robust mutexes locked by the C library and by the shim: the list is one, in whatever
 * order they are unlocked and by whichever side, and a death is told for each that is held. */
#include "../t.h"
#include <dlfcn.h>

typedef int call(pthread_mutex_t *);
static call *libc_lock, *libc_unlock;
enum { N = 6 };
static pthread_mutex_t *m;

/* Whose lock and unlock a bit pattern asks for. */
static int lock_by(int libc, pthread_mutex_t *mutex) { return (libc ? libc_lock : pthread_mutex_lock)(mutex); }
static int unlock_by(int libc, pthread_mutex_t *mutex)
{
	return (libc ? libc_unlock : pthread_mutex_unlock)(mutex);
}

static unsigned seed = 1;
static unsigned draw(void) { return (seed = seed * 1103515245 + 12345) >> 16; }

/* Locks all, unlocks some in a random order, and dies or not. */
static void use(int held)
{
	unsigned lockers = draw(), unlockers = draw();
	int order[N];
	for (int i = 0; i < N; i++) {
		OK(lock_by(lockers >> i & 1, &m[i]));
		order[i] = i;
	}
	for (int i = N - 1; i > 0; i--) {
		int j = (int)(draw() % (unsigned)(i + 1)), t = order[i];
		order[i] = order[j];
		order[j] = t;
	}
	for (int i = 0; i < N; i++)
		if (!(held >> order[i] & 1))
			OK(unlock_by(unlockers >> i & 1, &m[order[i]]));
}

static void die(void *held)
{
	use((int)(long)held);
	kill(getpid(), SIGKILL);
}

int main(void)
{
	void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
	TRUE(libc != NULL);
	libc_lock = (call *)dlsym(libc, "pthread_mutex_lock");
	libc_unlock = (call *)dlsym(libc, "pthread_mutex_unlock");
	TRUE(libc_lock && libc_unlock);
	m = t_shared(N * sizeof *m);
	for (int i = 0; i < N; i++)
		t_mutex(&m[i], t_kind_of(i % 3, i & 1 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
					 PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	for (int round = 0; round < 200; round++) {
		use(0);
		int held = (int)(draw() % (1 << N));
		t_wait(t_fork(die, (void *)(long)held));
		for (int i = 0; i < N; i++) {
			int r = pthread_mutex_trylock(&m[i]);
			EQ(r, held >> i & 1 ? EOWNERDEAD : 0);
			if (r)
				OK(pthread_mutex_consistent(&m[i]));
			OK(pthread_mutex_unlock(&m[i]));
		}
	}
	return 0;
}
