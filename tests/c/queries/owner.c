/* Who owns a mutex, and whether anybody does: free, owned, owned deeper, given back; asked by the owner, another
 * thread, another process; of static initialisers; of no mutex. */
#include "queries.h"

static pthread_mutex_t *m;
static pid_t owner;

static void *ask(void *v)
{
	EQ(ASK(getowner, m), owner);
	EQ(ASK(islocked, m), owner != 0);
	return v;
}

static void ask_in_child(void *v) { ask(v); }

static void ask_everywhere(struct t_kind k)
{
	struct t_thread t;
	ask(NULL);
	t_start(&t, ask, NULL);
	t_join(&t);
	if (k.shared)
		t_reap(t_fork(ask_in_child, NULL));
}

static void each_kind(void)
{
	EACH_OF_48(k) {
		m = fresh(k);
		owner = 0;
		ask_everywhere(k);
		take(m, k);
		owner = t_gettid();
		ask_everywhere(k);
		if (k.type == PTHREAD_MUTEX_RECURSIVE) {
			OK(pthread_mutex_lock(m));
			OK(pthread_mutex_unlock(m));
			ask_everywhere(k);
		}
		OK(pthread_mutex_unlock(m));
		owner = 0;
		ask_everywhere(k);
		OK(pthread_mutex_destroy(m));
		int r = 5;
		EQ(fusyn_mutex_getowner(m, &r), EINVAL);
		EQ(fusyn_mutex_islocked(m, &r), EINVAL);
		EQ(fusyn_mutex_haswaiters(m, &r), EINVAL);
		EQ(fusyn_mutex_gethealth(m, &r), EINVAL);
		EQ(fusyn_mutex_getunlock(m, &r), EINVAL);
		EQ(fusyn_mutex_setunlock(m, 0), EINVAL);
		EQ(fusyn_mutex_notrecoverable(m), EINVAL);
		EQ(r, 5);
	}
}

static void of_a_static(pthread_mutex_t *mutex)
{
	m = mutex;
	owner = 0;
	ask(NULL);
	EQ(ASK(getunlock, m) != FUSYN_UNLOCK_AUTO, waits_in_kernel());
	OK(pthread_mutex_lock(m));
	owner = t_gettid();
	ask(NULL);
	OK(pthread_mutex_unlock(m));
}

/* What the forking thread holds is the child's. */
static void in_child(void *v)
{
	(void)v;
	TRUE(owner != t_gettid());
	owner = t_gettid();
	ask(NULL);
	OK(pthread_mutex_unlock(m));
	owner = 0;
	ask(NULL);
}

int main(void)
{
	static pthread_mutex_t statics[] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
					     PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP };
	int r;
	each_kind();
	for (int i = 0; i < 4; i++)
		of_a_static(&statics[i]);
	m = &statics[0];
	OK(pthread_mutex_lock(m));
	owner = t_gettid();
	t_reap(t_fork(in_child, NULL));
	ask(NULL);
	EQ(fusyn_mutex_getowner(NULL, &r), EINVAL);
	EQ(fusyn_mutex_getowner(m, NULL), EINVAL);
	EQ(fusyn_mutex_islocked(NULL, &r), EINVAL);
	EQ(fusyn_mutex_islocked(m, NULL), EINVAL);
	EQ(fusyn_mutex_haswaiters(NULL, &r), EINVAL);
	EQ(fusyn_mutex_haswaiters(m, NULL), EINVAL);
	EQ(fusyn_mutex_gethealth(NULL, &r), EINVAL);
	EQ(fusyn_mutex_gethealth(m, NULL), EINVAL);
	EQ(fusyn_mutex_notrecoverable(NULL), EINVAL);
	return 0;
}
