/* Static initialisers, copied: as constants by memcpy, by assignment of a structure, as zeroed memory; and
 * objects that were initialised by a call, copied before their first use. Each keeps its type. */
#include "../t.h"
#include <semaphore.h>

static const pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
			     errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
			     adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static const pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER, rw_writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int count, go;

struct pair {
	pthread_mutex_t *m;
	pthread_cond_t *c;
};

static void *user(void *v)
{
	struct pair *p = v;
	for (int i = 0; i < 200; i++) {
		OK(pthread_mutex_lock(p->m));
		count++;
		OK(pthread_mutex_unlock(p->m));
	}
	OK(pthread_mutex_lock(p->m));
	while (!go)
		OK(pthread_cond_wait(p->c, p->m));
	OK(pthread_mutex_unlock(p->m));
	return NULL;
}

static void use(pthread_mutex_t *m, pthread_cond_t *c, int type)
{
	struct t_thread t[3];
	struct pair pair = { m, c };
	OK(pthread_mutex_lock(m));
	int r = pthread_mutex_trylock(m);
	if (type == PTHREAD_MUTEX_RECURSIVE)
		OK(pthread_mutex_unlock(m));
	if (type == PTHREAD_MUTEX_ERRORCHECK) /* glibc, if it is inheriting too */
		EITHER(r, EBUSY, EDEADLK);
	else
		EQ(r, type == PTHREAD_MUTEX_RECURSIVE ? 0 : EBUSY);
	if (type == PTHREAD_MUTEX_ERRORCHECK)
		EQ(pthread_mutex_lock(m), EDEADLK);
	OK(pthread_mutex_unlock(m));
	if (type == PTHREAD_MUTEX_ERRORCHECK || type == PTHREAD_MUTEX_RECURSIVE)
		EQ(pthread_mutex_unlock(m), EPERM);
	count = go = 0;
	for (int i = 0; i < 3; i++)
		t_start(&t[i], user, &pair);
	for (int i = 0; i < 3; i++)
		t_blocked(&t[i]);
	OK(pthread_mutex_lock(m));
	EQ(count, 600);
	go = 1;
	OK(pthread_cond_broadcast(c));
	OK(pthread_mutex_unlock(m));
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	OK(pthread_mutex_destroy(m));
	OK(pthread_cond_destroy(c));
}

static void *reads(void *l) { return (void *)(long)pthread_rwlock_tryrdlock(l); }
static void *writes(void *l)
{
	OK(pthread_rwlock_wrlock(l));
	OK(pthread_rwlock_unlock(l));
	return NULL;
}

/* Whether a new reader waits behind a blocked writer tells one kind from the other. */
static void use_rw(pthread_rwlock_t *l, int expected)
{
	struct t_thread w, r;
	OK(pthread_rwlock_rdlock(l));
	t_start(&w, writes, l);
	t_blocked(&w);
	t_start(&r, reads, l);
	long got = (long)t_join(&r);
	EQ(got, expected);
	if (got == 0)
		OK(pthread_rwlock_unlock(l));
	OK(pthread_rwlock_unlock(l));
	t_join(&w);
	OK(pthread_rwlock_destroy(l));
}

static void initialised_by_a_call(void)
{
	for (int type = 0; type < 4; type++)
		for (int inherit = 0; inherit < 2; inherit++) {
			pthread_mutex_t made, copy;
			pthread_cond_t c = cond;
			t_mutex(&made, t_kind_of(type, inherit, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
			copy = made;
			memset(&made, 0xff, sizeof made);
			use(&copy, &c, type);
		}
	sem_t made, copy;
	OK(sem_init(&made, 0, 1));
	copy = made;
	memset(&made, 0xff, sizeof made);
	OK(sem_wait(&copy));
	EQ(sem_trywait(&copy), -1);
	OK(sem_post(&copy));
	OK(sem_destroy(&copy));
}

int main(void)
{
	static const pthread_mutex_t *from[] = { &normal, &recursive, &errorcheck, &adaptive };
	for (int type = 0; type < 4; type++) {
		pthread_mutex_t *m = malloc(sizeof *m), assigned = *from[type];
		pthread_cond_t *c = calloc(1, sizeof *c), assigned_c = cond;
		TRUE(m && c);
		memcpy(m, from[type], sizeof *m);
		use(m, c, type);
		use(&assigned, &assigned_c, type);
		free(m);
		free(c);
	}
	pthread_rwlock_t *l = malloc(sizeof *l);
	TRUE(l);
	memcpy(l, &rw, sizeof *l);
	use_rw(l, 0);
	memcpy(l, &rw_writers, sizeof *l);
	use_rw(l, EBUSY);
	free(l);
	initialised_by_a_call();
	return 0;
}
