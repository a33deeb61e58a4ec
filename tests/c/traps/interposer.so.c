/* A library that interposes a few of the lock functions and counts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

int interposer_calls;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define COUNTED() __atomic_add_fetch(&interposer_calls, 1, __ATOMIC_SEQ_CST)

int pthread_mutex_lock(pthread_mutex_t *m)
{
	COUNTED();
	return NEXT(pthread_mutex_lock)(m);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	COUNTED();
	return NEXT(pthread_mutex_unlock)(m);
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	COUNTED();
	return NEXT(pthread_cond_wait)(c, m);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rw)
{
	COUNTED();
	return NEXT(pthread_rwlock_rdlock)(rw);
}

int sem_wait(sem_t *s)
{
	COUNTED();
	return NEXT(sem_wait)(s);
}
