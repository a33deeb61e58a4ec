/* Children that share the memory of their parent and run before it goes on, by vfork and by a raw
 * clone(CLONE_VM | CLONE_VFORK): they use locks, take some of the parent's and give them back, with other
 * threads blocked. The parent goes on as if it had done so itself, and is still itself. */
#include "families.h"

static struct families f;
static pthread_mutex_t own = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, contended = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *blocked(void *v)
{
	OK(pthread_mutex_lock(&contended));
	OK(pthread_mutex_unlock(&contended));
	return v;
}

/* Nothing that needs a thread: plain locks, a signal, a post. */
static void use(void)
{
	OK(pthread_mutex_lock(&f.plain));
	OK(pthread_mutex_unlock(&f.plain));
	OK(pthread_cond_broadcast(&f.cond));
	OK(pthread_rwlock_wrlock(&f.rw));
	OK(pthread_rwlock_unlock(&f.rw));
	OK(pthread_rwlock_rdlock(&f.rw));
	OK(pthread_rwlock_unlock(&f.rw));
	OK(sem_post(&f.sem));
	OK(sem_wait(&f.sem));
	EQ(pthread_mutex_trylock(&contended), EBUSY);
	done++;
}

static int child(void *unused)
{
	(void)unused;
	use();
	_exit(0);
}

static void check(pid_t pid, int number)
{
	t_reap(pid);
	EQ(done, number);
	EQ(pthread_mutex_lock(&own), EDEADLK);
	families_alone(&f);
}

int main(void)
{
	static char stack[64 * 1024] __attribute__((aligned(16)));
	struct t_thread t[5];
	families_init(&f, 0);
	OK(pthread_mutex_lock(&own));
	OK(pthread_mutex_lock(&contended));
	for (int i = 0; i < 5; i++) {
		t_start(&t[i], blocked, NULL);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 10; i += 2) {
		pid_t pid = vfork();
		TRUE(pid >= 0);
		if (pid == 0)
			child(NULL);
		check(pid, i + 1);
		pid = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
		TRUE(pid > 0);
		check(pid, i + 2);
	}
	OK(pthread_mutex_unlock(&own));
	OK(pthread_mutex_unlock(&contended));
	for (int i = 0; i < 5; i++)
		t_join(&t[i]);
	return 0;
}
