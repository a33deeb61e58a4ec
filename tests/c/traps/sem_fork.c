/* Semaphores and barriers in a forked child, whose parent's threads wait on the same private objects: the
 * child begins with an empty queue, and both go on working on both sides. */
#include "barrier.h"
#include "sem.h"

static sem_t s;
static pthread_barrier_t b;

static void *waiter(void *v)
{
	OK(sem_wait(&s));
	return v;
}

static void *passer(void *v)
{
	barrier_pass(&b);
	return v;
}

static void child(void *v)
{
	struct t_thread t;
	(void)v;
	OK(sem_post(&s));
	OK(sem_wait(&s));
	FAILS(sem_trywait(&s), EAGAIN);
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(sem_post(&s));
	t_join(&t);
	OK(pthread_barrier_init(&b, NULL, 2));
	t_start(&t, passer, NULL);
	barrier_pass(&b);
	t_join(&t);
}

int main(void)
{
	struct t_thread t[3];
	OK(sem_init(&s, 0, 0));
	OK(pthread_barrier_init(&b, NULL, 2));
	t_start(&t[0], waiter, NULL);
	t_start(&t[1], waiter, NULL);
	t_start(&t[2], passer, NULL);
	for (int i = 0; i < 3; i++)
		t_blocked(&t[i]);
	t_reap(t_fork(child, NULL));
	OK(sem_post(&s));
	OK(sem_post(&s));
	barrier_pass(&b);
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	return 0;
}
