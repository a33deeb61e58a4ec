/* No byte outside a read-write lock, a semaphore, a barrier or their attributes is written: used alone, with
 * blocked threads, and in both scopes. */
#include "../t.h"
#include <semaphore.h>

struct guarded {
	uint64_t z0[4];
	pthread_rwlock_t rw;
	uint64_t z1[4];
	pthread_barrier_t b;
	uint64_t z2[4];
	sem_t s;
	uint64_t z3[4];
	pthread_rwlockattr_t ra;
	uint32_t z4[3];
	pthread_barrierattr_t ba;
	uint32_t z5[3];
};
static struct guarded *g;

static void check(void)
{
	static const unsigned char same = 0x5a;
	const void *zones[] = { g->z0, g->z1, g->z2, g->z3, g->z4, g->z5 };
	const size_t sizes[] = { sizeof g->z0, sizeof g->z1, sizeof g->z2, sizeof g->z3, sizeof g->z4, sizeof g->z5 };
	for (int z = 0; z < 6; z++)
		for (size_t i = 0; i < sizes[z]; i++)
			if (((const unsigned char *)zones[z])[i] != same)
				FAIL("zone %d was written at %zu", z, i);
}

static void *reader(void *v)
{
	OK(pthread_rwlock_rdlock(&g->rw));
	OK(pthread_rwlock_unlock(&g->rw));
	return v;
}

static void *writer(void *v)
{
	OK(pthread_rwlock_wrlock(&g->rw));
	OK(pthread_rwlock_unlock(&g->rw));
	return v;
}

static void *party(void *v)
{
	EITHER(pthread_barrier_wait(&g->b), 0, PTHREAD_BARRIER_SERIAL_THREAD);
	return v;
}

static void *taker(void *v)
{
	OK(sem_wait(&g->s));
	return v;
}

static void use(void)
{
	void *(*bodies[])(void *) = { reader, writer, reader, writer, party, party, taker, taker };
	enum { THREADS = sizeof bodies / sizeof *bodies };
	struct timespec past = { 0, 0 };
	struct t_thread t[THREADS];
	OK(pthread_rwlock_wrlock(&g->rw));
	for (int i = 0; i < THREADS; i++) {
		t_start(&t[i], bodies[i], NULL);
		t_blocked(&t[i]);
		check();
	}
	OK(pthread_rwlock_unlock(&g->rw));
	party(NULL);
	OK(sem_post(&g->s));
	OK(sem_post(&g->s));
	for (int i = 0; i < THREADS; i++)
		t_join(&t[i]);
	check();
	OK(pthread_rwlock_rdlock(&g->rw));
	EQ(pthread_rwlock_timedwrlock(&g->rw, &past), ETIMEDOUT);
	OK(pthread_rwlock_unlock(&g->rw));
	EQ(sem_timedwait(&g->s, &past), -1);
	check();
}

int main(void)
{
	for (int kind = 0; kind < 6; kind++) {
		int shared = kind & 1;
		g = t_shared(sizeof *g);
		memset(g, 0x5a, sizeof *g);
		OK(pthread_rwlockattr_init(&g->ra));
		OK(pthread_rwlockattr_setkind_np(&g->ra, kind / 2));
		OK(pthread_rwlockattr_setpshared(&g->ra, shared));
		OK(pthread_rwlock_init(&g->rw, &g->ra));
		OK(pthread_barrierattr_init(&g->ba));
		OK(pthread_barrierattr_setpshared(&g->ba, shared));
		OK(pthread_barrier_init(&g->b, &g->ba, 3));
		OK(sem_init(&g->s, shared, 0));
		check();
		use();
		OK(pthread_rwlock_destroy(&g->rw));
		OK(pthread_barrier_destroy(&g->b));
		OK(sem_destroy(&g->s));
		OK(pthread_rwlockattr_destroy(&g->ra));
		OK(pthread_barrierattr_destroy(&g->ba));
		check();
	}
	return 0;
}
