/* Objects in memory that cannot be written, as a constant that was never locked has it, or a mapped file:
 * calls that need not write work, all others end by SIGSEGV at once. No hang, and no success that is none. */
#include "families.h"

static struct families *f;

enum { OUT_OF_QUESTION = -1 };

static int mutex_lock(void) { return pthread_mutex_lock(&f->plain); }
static int mutex_trylock(void) { return pthread_mutex_trylock(&f->plain); }
static int inherit_lock(void) { return pthread_mutex_lock(&f->inherit); }
static int inherit_unlock(void) { return pthread_mutex_unlock(&f->inherit); }
static int robust_lock(void) { return pthread_mutex_lock(&f->robust); }
static int rdlock(void) { return pthread_rwlock_rdlock(&f->rw); }
static int wrlock(void) { return pthread_rwlock_wrlock(&f->rw); }
static int post(void) { return sem_post(&f->sem); }
static int barrier(void) { return pthread_barrier_wait(&f->barrier); }
static int nobody_to_signal(void) { return pthread_cond_signal(&f->cond); }
static int nobody_to_broadcast(void) { return pthread_cond_broadcast(&f->cond); }
static int getvalue(void)
{
	int value;
	return sem_getvalue(&f->sem, &value);
}
static int ceiling(void)
{
	int value;
	return pthread_mutex_getprioceiling(&f->plain, &value);
}

static const struct {
	const char *name;
	int (*call)(void);
	int works; /* the result; else it must end by SIGSEGV */
} calls[] = {
	{ "pthread_mutex_lock", mutex_lock, OUT_OF_QUESTION },
	{ "pthread_mutex_trylock", mutex_trylock, OUT_OF_QUESTION },
	{ "pthread_mutex_lock, inheriting", inherit_lock, OUT_OF_QUESTION },
	{ "pthread_mutex_unlock, not owned", inherit_unlock, EPERM },
	{ "pthread_mutex_lock, robust", robust_lock, OUT_OF_QUESTION },
	{ "pthread_rwlock_rdlock", rdlock, OUT_OF_QUESTION },
	{ "pthread_rwlock_wrlock", wrlock, OUT_OF_QUESTION },
	{ "sem_post", post, OUT_OF_QUESTION },
	{ "pthread_barrier_wait", barrier, OUT_OF_QUESTION },
	{ "pthread_cond_signal, nobody waits", nobody_to_signal, 0 },
	{ "pthread_cond_broadcast, nobody waits", nobody_to_broadcast, 0 },
	{ "sem_getvalue", getvalue, 0 },
	{ "pthread_mutex_getprioceiling", ceiling, EINVAL },
};

static void child(void *v)
{
	int i = (int)(long)v;
	alarm(5);
	_exit(calls[i].call() == calls[i].works ? 0 : 1);
}

int main(void)
{
	for (int shared = 0; shared < 2; shared++) {
		f = t_shared(sizeof *f);
		families_init(f, shared);
		OK(mprotect(f, sizeof *f, PROT_READ));
		for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
			t_where = calls[i].name;
			int status = t_wait(t_fork(child, (void *)(long)i));
			if (calls[i].works == OUT_OF_QUESTION)
				TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
			else
				EQ(status, 0);
		}
	}
	return 0;
}
