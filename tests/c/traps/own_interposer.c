/* A program that brings functions of its own under the names of the lock functions, which count and call
 * the next ones: every object works, whichever of the functions go round. */
// flags: -ldl
#include "families.h"
#include <dlfcn.h>

static int locks, unlocks, waits;

/* The next function of a name, found at the first call. */
#define NEXT(name) ((__typeof__(&name))next(#name))
static void *next(const char *name)
{
	void *p = dlsym(RTLD_NEXT, name);
	if (!p)
		FAIL("%s: %s", name, dlerror());
	return p;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	ADD(locks, 1);
	return NEXT(pthread_mutex_lock)(m);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	ADD(unlocks, 1);
	return NEXT(pthread_mutex_unlock)(m);
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	ADD(waits, 1);
	return NEXT(pthread_cond_wait)(c, m);
}

int sem_post(sem_t *s)
{
	return NEXT(sem_post)(s);
}

int pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
	return NEXT(pthread_rwlock_unlock)(rw);
}

int main(void)
{
	families_use();
	TRUE(locks > 20 && unlocks > 20 && waits >= 6);
	return 0;
}
