/* rwlocks with fusyn's own attributes, for tests that are not run on glibc. */
#pragma once
#include "rw.h"
#include "../../fusyn-pthread/include/fusyn_rwlock.h"

/* Initialises an rwlock of a kind, protocol, robustness and scope; the result of pthread_rwlock_init. */
T_UNUSED static int rw_own_try(pthread_rwlock_t *rw, int kind, int protocol, int robust, int shared)
{
	pthread_rwlockattr_t a;
	TRUE(fusyn_rwlockattr_setprotocol);
	OK(pthread_rwlockattr_init(&a));
	OK(fusyn_rwlockattr_setprotocol(&a, protocol));
	OK(fusyn_rwlockattr_setrobust(&a, robust));
	OK(pthread_rwlockattr_setkind_np(&a, kind));
	OK(pthread_rwlockattr_setpshared(&a, shared));
	int r = pthread_rwlock_init(rw, &a);
	OK(pthread_rwlockattr_destroy(&a));
	return r;
}

/* An inheriting one, not robust. */
T_UNUSED static void rw_inherit(pthread_rwlock_t *rw, int kind)
{
	OK(rw_own_try(rw, kind, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
}

/* A robust one. */
T_UNUSED static void rw_robust(pthread_rwlock_t *rw, int shared)
{
	OK(rw_own_try(rw, PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_ROBUST, shared));
}
