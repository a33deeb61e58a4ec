/* The health of a robust mutex through a death, a repair and a loss; a mutex that is not robust is healthy,
 * its owner dead or not. Owner, too, in each state. */
#include "queries.h"

static pthread_mutex_t *m;

static void is(int health, pid_t owner)
{
	EQ(ASK(gethealth, m), health);
	EQ(ASK(getowner, m), owner);
	EQ(ASK(islocked, m), owner != 0);
}

static void *die(void *v)
{
	int r = pthread_mutex_lock(m);
	EITHER(r, 0, EOWNERDEAD);
	return v;
}

static void die_in_child(void *v)
{
	die(v);
	kill(getpid(), SIGKILL);
}

static void death(struct t_kind k)
{
	struct t_thread t;
	if (k.shared) {
		t_wait(t_fork(die_in_child, NULL));
	} else {
		t_start(&t, die, NULL);
		t_join(&t);
	}
}

static void *is_owner_died(void *v)
{
	is(FUSYN_OWNER_DIED, *(pid_t *)v);
	return NULL;
}

static void robust(struct t_kind k)
{
	struct t_thread t;
	pid_t me = t_gettid();
	is(FUSYN_HEALTHY, 0);
	take(m, k);
	is(FUSYN_HEALTHY, me);
	OK(pthread_mutex_unlock(m));
	death(k);
	is(FUSYN_OWNER_DIED, 0);
	death(k); /* of the next owner, before it repaired anything */
	is(FUSYN_OWNER_DIED, 0);
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	is(FUSYN_OWNER_DIED, me);
	t_start(&t, is_owner_died, &me);
	t_join(&t);
	OK(pthread_mutex_consistent(m));
	is(FUSYN_HEALTHY, me);
	OK(pthread_mutex_unlock(m));
	is(FUSYN_HEALTHY, 0);
	death(k);
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	OK(pthread_mutex_unlock(m));
	is(FUSYN_NOT_RECOVERABLE, 0);
	EQ(pthread_mutex_lock(m), ENOTRECOVERABLE);
	EQ(pthread_mutex_trylock(m), ENOTRECOVERABLE);
	is(FUSYN_NOT_RECOVERABLE, 0);
	EQ(ASK(haswaiters, m), 0);
	OK(pthread_mutex_destroy(m));
	t_mutex(m, k);
	is(FUSYN_HEALTHY, 0);
}

int main(void)
{
	EACH_OF_48(k) {
		m = fresh(k);
		if (k.robust) {
			robust(k);
			continue;
		}
		is(FUSYN_HEALTHY, 0);
		take(m, k);
		is(FUSYN_HEALTHY, t_gettid());
		EQ(fusyn_mutex_notrecoverable(m), EINVAL);
		OK(pthread_mutex_unlock(m));
		death(k);
		EQ(ASK(gethealth, m), FUSYN_HEALTHY);
		EQ(ASK(islocked, m), 1);
	}
	return 0;
}
