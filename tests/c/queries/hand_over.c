/* What a release does, on one CPU, where the releasing real-time thread goes on and a woken waiter cannot run
 * yet: serial hands over, parallel leaves the lock free, auto decides by the waiter. Of every type, by attribute
 * and by a change in use. */
#include "queries.h"

static pthread_mutex_t m;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void init(int type, int protocol, int unlock)
{
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, type));
	OK(pthread_mutexattr_setprotocol(&a, protocol));
	OK(fusyn_mutexattr_setunlock(&a, unlock));
	OK(pthread_mutex_init(&m, &a));
}

/* Whether the waiter, of a priority, owns the mutex before it has run. */
static int is_handed_over(int priority)
{
	struct t_thread t;
	OK(pthread_mutex_lock(&m));
	t_start_fifo(&t, priority, locker, NULL);
	t_blocked(&t);
	OK(pthread_mutex_unlock(&m));
	pid_t owner = ASK(getowner, &m);
	EITHER(owner, 0, t.tid);
	int r = pthread_mutex_trylock(&m);
	EQ(r, owner ? EBUSY : 0);
	if (r == 0)
		OK(pthread_mutex_unlock(&m));
	t_join(&t);
	return owner != 0;
}

int main(void)
{
	int fulock = !strcmp(getenv("FUSYN_BACKEND"), "fulock");
	t_fifo(50);
	t_pin();
	for (int type = 0; type < 4; type++)
		for (int inherit = 0; inherit < 2; inherit++) {
			char where[64];
			snprintf(where, sizeof where, "type %d, protocol %d", type, inherit);
			t_where = where;
			/* A real-time waiter of an inheriting mutex waits in the kernel, which hands over. */
			int in_kernel = fulock || inherit;
			init(type, inherit, FUSYN_UNLOCK_SERIAL);
			EQ(is_handed_over(0), 1);
			EQ(is_handed_over(10), 1);
			OK(fusyn_mutex_setunlock(&m, FUSYN_UNLOCK_PARALLEL));
			EQ(is_handed_over(0), 0);
			EQ(is_handed_over(10), in_kernel);
			OK(fusyn_mutex_setunlock(&m, FUSYN_UNLOCK_AUTO));
			EQ(is_handed_over(0), 0);
			EQ(is_handed_over(10), 1);
			init(type, inherit, FUSYN_UNLOCK_PARALLEL);
			EQ(is_handed_over(0), 0);
			EQ(is_handed_over(10), in_kernel);
			OK(fusyn_mutex_setunlock(&m, FUSYN_UNLOCK_SERIAL));
			EQ(is_handed_over(0), 1);
		}
	return 0;
}
