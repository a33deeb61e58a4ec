/* Some thousand threads, all of them blocked at once: at one mutex, at one condvar, at one semaphore, at one
 * read-write lock; everybody comes through, and the counts are exact. */
// limit: 120
#include "../t.h"
#include <semaphore.h>
#include <sys/resource.h>

enum { MOST = 3000, LEAST = 200 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static int at[5], go; /* how many have come so far */

static void *body(void *v)
{
	ADD(at[0], 1);
	OK(pthread_mutex_lock(&m));
	at[1]++;
	while (!go)
		OK(pthread_cond_wait(&c, &m));
	at[2]++;
	OK(pthread_mutex_unlock(&m));
	OK(sem_wait(&s));
	ADD(at[3], 1);
	if ((long)v % 16)
		OK(pthread_rwlock_rdlock(&rw));
	else
		OK(pthread_rwlock_wrlock(&rw));
	ADD(at[4], 1);
	OK(pthread_rwlock_unlock(&rw));
	return NULL;
}

/* Whether the mutex's count has come to `n`. */
static int has_come(int i, int n)
{
	OK(pthread_mutex_lock(&m));
	int r = at[i] == n;
	OK(pthread_mutex_unlock(&m));
	return r;
}

int main(void)
{
	static pthread_t t[MOST];
	pthread_attr_t attr;
	int n = 0;
	OK(sem_init(&s, 0, 0));
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, 64 * 1024));
	OK(pthread_mutex_lock(&m));
	OK(pthread_rwlock_wrlock(&rw));
	while (n < MOST && pthread_create(&t[n], &attr, body, (void *)(long)n) == 0)
		n++;
	if (n < LEAST)
		SKIP("no more than %d threads", n);
	UNTIL(LOAD(at[0]) == n);
	OK(pthread_mutex_unlock(&m));
	UNTIL(has_come(1, n));
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(pthread_cond_broadcast(&c));
	OK(pthread_mutex_unlock(&m));
	UNTIL(has_come(2, n));
	for (int i = 0; i < n; i++)
		OK(sem_post(&s));
	UNTIL(LOAD(at[3]) == n);
	EQ(LOAD(at[4]), 0);
	OK(pthread_rwlock_unlock(&rw));
	for (int i = 0; i < n; i++)
		OK(pthread_join(t[i], NULL));
	EQ(at[4], n);
	return 0;
}
