/* Locks are used before any constructor has run (.preinit_array), in constructors of every priority
 * with threads, and in destructors: static objects of all kinds, with no init call. */
#include "t.h"

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int stages;

static void use_alone(void)
{
	struct timespec past = { 0, 0 };
	OK(pthread_mutex_lock(&normal));
	EQ(pthread_mutex_trylock(&normal), EBUSY);
	OK(pthread_cond_signal(&cond));
	EQ(pthread_cond_timedwait(&cond, &normal, &past), ETIMEDOUT);
	OK(pthread_cond_broadcast(&cond));
	OK(pthread_mutex_unlock(&normal));
	OK(pthread_mutex_lock(&recursive));
	OK(pthread_mutex_lock(&recursive));
	OK(pthread_mutex_unlock(&recursive));
	OK(pthread_mutex_unlock(&recursive));
	EQ(pthread_mutex_unlock(&recursive), EPERM);
	OK(pthread_mutex_lock(&errorcheck));
	EQ(pthread_mutex_lock(&errorcheck), EDEADLK);
	OK(pthread_mutex_unlock(&errorcheck));
	OK(pthread_mutex_lock(&adaptive));
	OK(pthread_mutex_unlock(&adaptive));
}

static void use_made(void)
{
	for (int robust = 0; robust < 2; robust++)
		for (int inherit = 0; inherit < 2; inherit++) {
			pthread_mutex_t m;
			t_mutex(&m, t_kind_of(PTHREAD_MUTEX_RECURSIVE, inherit, robust, PTHREAD_PROCESS_PRIVATE));
			OK(pthread_mutex_lock(&m));
			OK(pthread_mutex_lock(&m));
			OK(pthread_mutex_unlock(&m));
			OK(pthread_mutex_unlock(&m));
			OK(pthread_mutex_destroy(&m));
		}
}

static void *peer(void *v)
{
	OK(pthread_mutex_lock(&normal));
	*(int *)v = 1;
	OK(pthread_cond_signal(&cond));
	OK(pthread_mutex_unlock(&normal));
	return NULL;
}

static void use_with_thread(void)
{
	struct t_thread t;
	int told = 0;
	OK(pthread_mutex_lock(&normal));
	t_start(&t, peer, &told);
	while (!told)
		OK(pthread_cond_wait(&cond, &normal));
	OK(pthread_mutex_unlock(&normal));
	t_join(&t);
}

static void at_preinit(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	use_alone();
	use_made();
	stages |= 1;
}
__attribute__((section(".preinit_array"), used)) static void (*preinit)(int, char **, char **) = at_preinit;

__attribute__((constructor(101))) static void first(void)
{
	use_alone();
	use_with_thread();
	stages |= 2;
}

__attribute__((constructor)) static void later(void)
{
	use_made();
	use_with_thread();
	stages |= 4;
}

static void at_exit(void)
{
	use_alone();
	use_with_thread();
	stages |= 8;
}

__attribute__((destructor(101))) static void last(void)
{
	use_alone();
	use_made();
	if (stages != 15)
		FAIL("stages %d", stages);
}

int main(void)
{
	EQ(stages, 7);
	OK(atexit(at_exit));
	use_alone();
	use_with_thread();
	return 0;
}
