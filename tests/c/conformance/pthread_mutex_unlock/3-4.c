/* A normal mutex used as a semaphore: whoever waits for it gets it when another thread unlocks it, also if
 * the waiter itself had locked it, if whoever had locked it is gone, and if the waiter holds another. */
#include "t.h"

static pthread_mutex_t m, held;

static void *lock_it(void *v)
{
	OK(pthread_mutex_lock(&m));
	return v;
}

static void *lock_again(void *v)
{
	if (v)
		OK(pthread_mutex_lock(&held));
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	if (v)
		OK(pthread_mutex_unlock(&held));
	return NULL;
}

static void *lock_twice(void *v)
{
	OK(pthread_mutex_lock(&m));
	return lock_again(v);
}

static void released_behind(void *(*first)(void *), void *(*waiter)(void *), void *with)
{
	struct t_thread t;
	OK(pthread_mutex_init(&m, NULL));
	if (first) {
		t_start(&t, first, NULL);
		t_join(&t);
	}
	t_start(&t, waiter, with);
	t_blocked(&t);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	OK(pthread_mutex_destroy(&m));
}

int main(void)
{
	OK(pthread_mutex_init(&held, NULL));
	released_behind(NULL, lock_twice, NULL);
	released_behind(NULL, lock_twice, &held);
	released_behind(lock_it, lock_again, NULL);
	released_behind(lock_it, lock_again, &held);
	return 0;
}
