/* Objects at odd addresses, as a packed structure has them. POSIX leaves them undefined, and the kernel
 * cannot wait on them. Whatever a call does, it works or it gives EINVAL; none crashes, hangs or writes
 * elsewhere; and what it said that it took, it has. */
// limit: 30
#include "../traps/families.h"

static char *page;

static void *at(int offset) { return page + 64 + offset; }

/* Another thread's wait for what is held. */
static int other(void *(*body)(void *), void *object)
{
	struct t_thread t;
	t_start(&t, body, object);
	return (int)(long)t_join(&t);
}

static void *mutex_wait(void *m)
{
	struct timespec end = t_in(CLOCK_REALTIME, 2);
	EITHER(pthread_mutex_timedlock(m, &end), ETIMEDOUT, EINVAL);
	return NULL;
}

static void *rwlock_wait(void *rw)
{
	struct timespec end = t_in(CLOCK_REALTIME, 2);
	EITHER(pthread_rwlock_timedwrlock(rw, &end), ETIMEDOUT, EINVAL);
	return NULL;
}

static void use_mutex(struct t_kind k, int offset)
{
	pthread_mutex_t *m = at(offset);
	struct timespec past = { 0, 0 };
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, k.type));
	OK(pthread_mutexattr_setprotocol(&a, k.protocol));
	OK(pthread_mutexattr_setrobust(&a, k.robust));
	OK(pthread_mutexattr_setpshared(&a, k.shared));
	int r = pthread_mutex_init(m, &a);
	EITHER(r, 0, EINVAL);
	if (r == EINVAL)
		return;
	r = pthread_mutex_lock(m);
	EITHER(r, 0, EINVAL);
	if (r == 0) {
		EITHER(t_other_try(m), EBUSY, EINVAL);
		r = pthread_mutex_timedlock(m, &past);
		if (k.type == PTHREAD_MUTEX_RECURSIVE && r == 0)
			OK(pthread_mutex_unlock(m));
		OK(other(mutex_wait, m));
		OK(pthread_mutex_unlock(m));
	}
	EITHER(pthread_mutex_destroy(m), 0, EINVAL);
}

static void use_others(int shared, int offset)
{
	pthread_rwlock_t *rw = at(offset);
	pthread_barrier_t *b = at(offset);
	pthread_rwlockattr_t ra;
	pthread_barrierattr_t ba;
	OK(pthread_rwlockattr_init(&ra));
	OK(pthread_rwlockattr_setpshared(&ra, shared));
	OK(pthread_barrierattr_init(&ba));
	OK(pthread_barrierattr_setpshared(&ba, shared));
	if (pthread_rwlock_init(rw, &ra) == 0) {
		int r = pthread_rwlock_rdlock(rw);
		EITHER(r, 0, EINVAL);
		if (r == 0) {
			OK(other(rwlock_wait, rw));
			OK(pthread_rwlock_unlock(rw));
		}
		EITHER(pthread_rwlock_destroy(rw), 0, EINVAL);
	}
	if (pthread_barrier_init(b, &ba, 1) == 0)
		EITHER(pthread_barrier_wait(b), PTHREAD_BARRIER_SERIAL_THREAD, EINVAL);
}

static void body(void *v)
{
	int offset = (int)(long)v;
	page = t_shared(4096);
	memset(page, 0x5a, 4096);
	EACH_KIND(k)
		use_mutex(k, offset);
	for (int shared = 0; shared < 2; shared++)
		use_others(shared, offset);
	for (int i = 0; i < 4096; i++)
		if ((i < 64 + offset || i >= 64 + offset + 56) && page[i] != 0x5a)
			FAIL("byte %d was written", i);
}

int main(void)
{
	for (long offset = 1; offset < 4; offset++)
		OK(t_wait(t_fork(body, (void *)offset)));
	return 0;
}
