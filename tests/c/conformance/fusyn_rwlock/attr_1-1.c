/* fusyn's rwlock attributes: defaults, values, errors; they and POSIX' own leave each other alone. */
#include "rw_own.h"

int main(void)
{
	pthread_rwlockattr_t a;
	pthread_rwlock_t rw;
	int value = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(fusyn_rwlockattr_getprotocol(&a, &value));
	EQ(value, PTHREAD_PRIO_NONE);
	OK(fusyn_rwlockattr_getrobust(&a, &value));
	EQ(value, PTHREAD_MUTEX_STALLED);
	OK(fusyn_rwlockattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
	OK(fusyn_rwlockattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
	OK(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
	OK(pthread_rwlockattr_getkind_np(&a, &value));
	EQ(value, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	OK(fusyn_rwlockattr_getprotocol(&a, &value));
	EQ(value, PTHREAD_PRIO_INHERIT);
	OK(fusyn_rwlockattr_setprotocol(&a, PTHREAD_PRIO_NONE));
	OK(fusyn_rwlockattr_getprotocol(&a, &value));
	EQ(value, PTHREAD_PRIO_NONE);
	OK(fusyn_rwlockattr_getrobust(&a, &value));
	EQ(value, PTHREAD_MUTEX_ROBUST);
	OK(fusyn_rwlockattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
	OK(fusyn_rwlockattr_getrobust(&a, &value));
	EQ(value, PTHREAD_MUTEX_STALLED);

	EQ(fusyn_rwlockattr_setprotocol(&a, PTHREAD_PRIO_PROTECT), ENOTSUP);
	EQ(fusyn_rwlockattr_setprotocol(&a, 3), EINVAL);
	EQ(fusyn_rwlockattr_setprotocol(&a, -1), EINVAL);
	EQ(fusyn_rwlockattr_setrobust(&a, 2), EINVAL);
	EQ(fusyn_rwlockattr_setprotocol(NULL, PTHREAD_PRIO_NONE), EINVAL);
	EQ(fusyn_rwlockattr_setrobust(NULL, PTHREAD_MUTEX_ROBUST), EINVAL);
	EQ(fusyn_rwlockattr_getprotocol(&a, NULL), EINVAL);
	EQ(fusyn_rwlockattr_getrobust(NULL, &value), EINVAL);

	/* Shared, inheriting and not robust: nobody could tell that its writer died while it waited. */
	EQ(rw_own_try(&rw, 0, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_SHARED), ENOTSUP);
	return 0;
}
