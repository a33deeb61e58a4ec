/* The unlock type as an attribute and of a mutex: default, values, who has the choice, and that the attribute
 * and the type disturb nothing else: not the other attributes, not the kind that debuggers read. */
#include "queries.h"

static int attr_unlock(pthread_mutexattr_t *a)
{
	int r = -1;
	OK(fusyn_mutexattr_getunlock(a, &r));
	return r;
}

static void attributes(void)
{
	pthread_mutexattr_t a;
	int r;
	OK(pthread_mutexattr_init(&a));
	EQ(attr_unlock(&a), FUSYN_UNLOCK_AUTO);
	for (int type = 0; type < 3; type++) {
		OK(fusyn_mutexattr_setunlock(&a, type));
		EQ(attr_unlock(&a), type);
	}
	EQ(fusyn_mutexattr_setunlock(&a, 3), EINVAL);
	EQ(fusyn_mutexattr_setunlock(&a, -1), EINVAL);
	EQ(fusyn_mutexattr_setunlock(NULL, 0), EINVAL);
	EQ(fusyn_mutexattr_getunlock(NULL, &r), EINVAL);
	EQ(fusyn_mutexattr_getunlock(&a, NULL), EINVAL);
	EQ(attr_unlock(&a), FUSYN_UNLOCK_PARALLEL);
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_setprioceiling(&a, 99));
	OK(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	EQ(attr_unlock(&a), FUSYN_UNLOCK_PARALLEL);
	OK(fusyn_mutexattr_setunlock(&a, FUSYN_UNLOCK_SERIAL));
	OK(pthread_mutexattr_gettype(&a, &r));
	EQ(r, PTHREAD_MUTEX_RECURSIVE);
	OK(pthread_mutexattr_getprotocol(&a, &r));
	EQ(r, PTHREAD_PRIO_PROTECT);
	OK(pthread_mutexattr_getprioceiling(&a, &r));
	EQ(r, 99);
	OK(pthread_mutexattr_getrobust(&a, &r));
	EQ(r, PTHREAD_MUTEX_ROBUST);
	OK(pthread_mutexattr_getpshared(&a, &r));
	EQ(r, PTHREAD_PROCESS_SHARED);
	OK(pthread_mutexattr_destroy(&a));
}

/* What pthread_mutex_init makes of a kind and an unlock type. */
static int init(pthread_mutex_t *m, struct t_kind k, int type)
{
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, k.type));
	OK(pthread_mutexattr_setprotocol(&a, k.protocol));
	OK(pthread_mutexattr_setrobust(&a, k.robust));
	OK(pthread_mutexattr_setpshared(&a, k.shared));
	OK(fusyn_mutexattr_setunlock(&a, type));
	return pthread_mutex_init(m, &a);
}

/* The only type but auto of a mutex without the choice. */
static int fixed(struct t_kind k)
{
	return k.protocol == PTHREAD_PRIO_INHERIT ? FUSYN_UNLOCK_SERIAL : FUSYN_UNLOCK_PARALLEL;
}

static void of_a_mutex(struct t_kind k)
{
	pthread_mutex_t *m = fresh(k);
	int kind = m->__data.__kind;
	int start = is_queued(k) ? FUSYN_UNLOCK_AUTO : fixed(k);
	EQ(ASK(getunlock, m), start);
	take(m, k);
	for (int type = 0; type < 3; type++) {
		int can = is_queued(k) || type == FUSYN_UNLOCK_AUTO || type == fixed(k);
		EQ(fusyn_mutex_setunlock(m, type), can ? 0 : ENOTSUP);
		EQ(ASK(getunlock, m), is_queued(k) ? type : fixed(k));
		EQ(m->__data.__kind, kind);
	}
	EQ(fusyn_mutex_setunlock(m, 3), EINVAL);
	EQ(fusyn_mutex_setunlock(m, -1), EINVAL);
	if (k.protocol == PTHREAD_PRIO_PROTECT) {
		int ceiling;
		OK(pthread_mutex_getprioceiling(m, &ceiling));
		EQ(ceiling, 1);
	}
	OK(pthread_mutex_unlock(m));
	for (int type = 0; type < 3; type++) {
		int can = is_queued(k) || type == FUSYN_UNLOCK_AUTO || type == fixed(k);
		EQ(init(m, k, type), can ? 0 : ENOTSUP);
		if (!can)
			continue;
		EQ(ASK(getunlock, m), is_queued(k) ? type : fixed(k));
		EQ(m->__data.__kind, kind);
		take(m, k);
		EQ(t_other_try(m), EBUSY);
		OK(pthread_mutex_unlock(m));
	}
}

int main(void)
{
	attributes();
	EACH_OF_48(k) of_a_mutex(k);
	EQ(fusyn_mutex_setunlock(NULL, 0), EINVAL);
	return 0;
}
