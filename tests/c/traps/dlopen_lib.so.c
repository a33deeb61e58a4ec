/* A plugin whose constructor and destructor lock. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int bad, count;

static void use(void)
{
	struct timespec past = { 0, 0 };
	bad |= pthread_mutex_lock(&m);
	int waited = pthread_cond_timedwait(&c, &m, &past);
	bad |= waited != ETIMEDOUT && waited != 0; /* 0: another thread's broadcast */
	bad |= pthread_mutex_lock(&r) | pthread_mutex_lock(&r);
	bad |= pthread_cond_broadcast(&c);
	bad |= pthread_mutex_unlock(&r) | pthread_mutex_unlock(&r);
	count++;
	bad |= pthread_mutex_unlock(&m);
}

__attribute__((constructor)) static void at_load(void) { use(); }
__attribute__((destructor)) static void at_unload(void) { use(); }

int plugin_use(void)
{
	use();
	return bad;
}

/* Addresses of the functions that this library calls. */
void *plugin_lock(void) { return (void *)pthread_mutex_lock; }
void *plugin_wait(void) { return (void *)pthread_cond_wait; }
