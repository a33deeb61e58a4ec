/* No byte outside an object is written, and the fields of an unlocked mutex that debuggers read are as before: every kind, used alone,
 * contended and through a condvar. */
#include "t.h"

struct guarded {
	uint64_t before[4];
	pthread_mutex_t m;
	uint64_t between[4];
	pthread_cond_t c;
	uint64_t after[4];
	pthread_mutexattr_t a;
	uint32_t a_after[3];
	pthread_condattr_t ca;
	uint32_t ca_after[3];
};
static struct guarded *g;
static int go;

static void fill(void) { memset(g, 0x5a, sizeof *g); }

static void check(void)
{
	static const unsigned char same = 0x5a;
	const void *zones[] = { g->before, g->between, g->after, g->a_after, g->ca_after };
	const size_t sizes[] = { sizeof g->before, sizeof g->between, sizeof g->after, sizeof g->a_after, sizeof g->ca_after };
	for (int z = 0; z < 5; z++)
		for (size_t i = 0; i < sizes[z]; i++)
			if (((const unsigned char *)zones[z])[i] != same)
				FAIL("zone %d was written at %zu", z, i);
}

static void *locker(void *v)
{
	OK(pthread_mutex_lock(&g->m));
	OK(pthread_mutex_unlock(&g->m));
	return v;
}

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&g->m));
	while (!go)
		OK(pthread_cond_wait(&g->c, &g->m));
	OK(pthread_mutex_unlock(&g->m));
	return v;
}

static void use(void)
{
	struct t_thread l[2], w[3];
	pthread_mutex_t before, after;
	OK(pthread_mutex_lock(&g->m));
	OK(pthread_mutex_unlock(&g->m));
	memcpy(&before, &g->m, sizeof before);
	OK(pthread_mutex_lock(&g->m));
	for (int i = 0; i < 2; i++) {
		t_start(&l[i], locker, NULL);
		t_blocked(&l[i]);
		check();
	}
	OK(pthread_mutex_unlock(&g->m));
	for (int i = 0; i < 2; i++)
		t_join(&l[i]);
	go = 0;
	for (int i = 0; i < 3; i++) {
		t_start(&w[i], waiter, NULL);
		t_blocked(&w[i]);
		check();
	}
	OK(pthread_mutex_lock(&g->m));
	go = 1;
	OK(pthread_cond_signal(&g->c));
	OK(pthread_cond_broadcast(&g->c));
	OK(pthread_mutex_unlock(&g->m));
	for (int i = 0; i < 3; i++)
		t_join(&w[i]);
	memcpy(&after, &g->m, sizeof after);
	EQ(after.__data.__lock, 0);
	EQ(after.__data.__owner, before.__data.__owner);
	EQ(after.__data.__nusers, before.__data.__nusers);
	EQ(after.__data.__kind, before.__data.__kind);
}

int main(void)
{
	EACH_KIND(k) {
		g = t_shared(sizeof *g);
		fill();
		OK(pthread_mutexattr_init(&g->a));
		OK(pthread_mutexattr_settype(&g->a, k.type));
		OK(pthread_mutexattr_setprotocol(&g->a, k.protocol));
		OK(pthread_mutexattr_setrobust(&g->a, k.robust));
		OK(pthread_mutexattr_setpshared(&g->a, k.shared));
		OK(pthread_mutexattr_setprioceiling(&g->a, 50));
		OK(pthread_mutex_init(&g->m, &g->a));
		OK(pthread_condattr_init(&g->ca));
		OK(pthread_condattr_setpshared(&g->ca, k.shared));
		OK(pthread_condattr_setclock(&g->ca, CLOCK_MONOTONIC));
		OK(pthread_cond_init(&g->c, &g->ca));
		check();
		use();
		OK(pthread_cond_destroy(&g->c));
		OK(pthread_mutex_destroy(&g->m));
		OK(pthread_condattr_destroy(&g->ca));
		OK(pthread_mutexattr_destroy(&g->a));
		check();
	}
	return 0;
}
