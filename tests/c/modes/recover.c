/* With FUSYN_ROBUST=recover: a private mutex whose owner has ended goes to the next locker as if nothing
 * had happened, by every call; one that was asked to be robust tells of the death. */
#include "../t.h"

static pthread_mutex_t m;

static void *lock_and_end(void *unused)
{
	OK(pthread_mutex_lock(&m));
	return unused;
}

static void lose_owner(void)
{
	struct t_thread t;
	t_start(&t, lock_and_end, NULL);
	t_join(&t);
}

static void *lock_and_unlock(void *unused)
{
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	return unused;
}

int main(void)
{
	struct timespec end = t_in(CLOCK_REALTIME, 5000);
	EACH_KIND(k) {
		if (k.shared || k.robust)
			continue;
		t_mutex(&m, k);
		lose_owner();
		OK(pthread_mutex_lock(&m));
		OK(pthread_mutex_unlock(&m));
		lose_owner();
		OK(pthread_mutex_trylock(&m));
		OK(pthread_mutex_unlock(&m));
		lose_owner();
		OK(pthread_mutex_timedlock(&m, &end));
		/* It is healthy: not to be made consistent, and nothing is lost by the next unlock. */
		EQ(pthread_mutex_consistent(&m), EINVAL);
		struct t_thread t;
		t_start(&t, lock_and_unlock, NULL);
		t_blocked(&t);
		OK(pthread_mutex_unlock(&m));
		t_join(&t);
		OK(pthread_mutex_destroy(&m));
	}
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, 0, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_PRIVATE));
	lose_owner();
	EQ(pthread_mutex_lock(&m), EOWNERDEAD);
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_lock(&m), ENOTRECOVERABLE);
	return 0;
}
