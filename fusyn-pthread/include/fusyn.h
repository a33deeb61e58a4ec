/* What libfusyn_pthread.so has beyond POSIX: queries of mutexes, and how a mutex is released.
 *
 * For C and C++. The functions take any pthread_mutex_t. A program that shall run without the library too
 * need not be linked with it: they are weak here, so that `fusyn_mutex_getowner != NULL` tells whether
 * they are there (position-independent programs, the default of most compilers; others look them up with
 * dlsym(RTLD_DEFAULT, "fusyn_mutex_getowner")). A program that is linked with the library, and needs it,
 * defines FUSYN_LINKED before this file, since a linker may leave out a library that only weak names ask for.
 *
 * All functions return 0, or an error number and leave the mutex, the attributes and *result as they were;
 * none changes errno, allocates, or is a cancellation point. EINVAL everywhere: a null pointer, or
 * a mutex that is destroyed or overwritten. The queries answer for a moment: unless the caller owns the mutex,
 * the answer may be old when it is read. They take part in no priority inheritance.
 *
 * By kind of mutex, and in all modes (FUSYN_BACKEND) unless said otherwise:
 *
 *                  | health, not recoverable | owner, locked | waiters               | release
 *   private        | always healthy, EINVAL  | exact         | exact; kernel: a hint | chosen; kernel, or FUSYN_ROBUST=recover: fixed
 *   robust         | exact                   | exact         | a hint                | fixed
 *   shared         | always healthy, EINVAL  | exact (*)     | a hint                | fixed
 *   ceiling        | as robust or not        | exact (*)     | a hint                | fixed
 *
 * A hint is set before anybody sleeps, and may stand when nobody waits any more. Fixed: serial if the mutex
 * inherits priority, else parallel. Types (normal, recursive, error-checking) make no difference.
 * (*) Neither robust nor inheriting: the owner is named a moment after the mutex is locked, 0 until then.
 */
#ifndef FUSYN_H
#define FUSYN_H

#include <pthread.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FUSYN_API /* as in fusyn_rwlock.h */
#ifdef FUSYN_LINKED
#define FUSYN_API
#else
#define FUSYN_API __attribute__((weak))
#endif
#endif

/* Health of a mutex. */
enum {
	FUSYN_HEALTHY = 0,        /* also every mutex that is not robust */
	FUSYN_OWNER_DIED = 1,     /* from its owner's death to pthread_mutex_consistent, owned again or not */
	FUSYN_NOT_RECOVERABLE = 2 /* until it is destroyed and initialised anew */
};

/* How a mutex is released when threads wait for it. */
enum {
	FUSYN_UNLOCK_AUTO = 0,    /* serial if the top waiter is real-time, else parallel; the default */
	FUSYN_UNLOCK_SERIAL = 1,  /* the top waiter owns it before it runs: nobody overtakes, at a context switch each */
	FUSYN_UNLOCK_PARALLEL = 2 /* free at once, and the top waiter is woken to compete; overtaken 16 times at most */
};

/* Reads a mutex's health, one of the numbers above. Never blocks; async-signal-safe. Between a locker's taking
 * a dead owner's mutex and its noting that, another thread may read FUSYN_HEALTHY. (FUSYN: ctl NOP) */
FUSYN_API int fusyn_mutex_gethealth(const pthread_mutex_t *mutex, int *result);

/* Makes a robust mutex not recoverable that its caller took with EOWNERDEAD, and unlocks it: every thread that
 * waits, and every later one, gets ENOTRECOVERABLE. All levels of a recursive mutex are left, and its ceiling.
 * It is the opposite of pthread_mutex_consistent. Never blocks; not async-signal-safe. (FUSYN: ctl NR)
 * EINVAL: not robust, or its owner has not died. EPERM: it has, but the caller does not own the mutex. */
FUSYN_API int fusyn_mutex_notrecoverable(pthread_mutex_t *mutex);

/* Reads the owner's kernel id (gettid), 0 if there is none: free; its owner died and nobody has taken it
 * since; not recoverable. In a forked child, a private mutex that the forking thread held is the child's
 * first thread's. Never blocks; async-signal-safe. */
FUSYN_API int fusyn_mutex_getowner(const pthread_mutex_t *mutex, pid_t *result);

/* Reads 1 if a thread owns the mutex, else 0. Never blocks; async-signal-safe. (FUSYN: ctl LOCKED) */
FUSYN_API int fusyn_mutex_islocked(const pthread_mutex_t *mutex, int *result);

/* Reads 1 if threads wait for the mutex, or if they may (a hint, see the table), else 0. A thread that was woken
 * to compete does not count; one that pthread_cond_signal moved from its condition variable to the
 * mutex does. Blocks at most for the lock of a wait queue, for bounded work; async-signal-safe, but a handler
 * that interrupted its own thread inside that lock reads a hint. (FUSYN: ctl WAITERS) */
FUSYN_API int fusyn_mutex_haswaiters(const pthread_mutex_t *mutex, int *result);

/* Reads how the mutex is released, one of FUSYN_UNLOCK_*; of a fixed kind, what it does.
 * Never blocks; async-signal-safe. */
FUSYN_API int fusyn_mutex_getunlock(const pthread_mutex_t *mutex, int *result);

/* Sets how the mutex is released, from the next release with waiters on; also while it is in use, by any
 * thread. A waiter that waits in the kernel to boost the owner (real-time, or holding another inheriting mutex) is
 * handed the lock whatever is set. Never blocks; async-signal-safe.
 * EINVAL: no such type. ENOTSUP: this mutex's release is fixed, and is another; FUSYN_UNLOCK_AUTO is never
 * refused. (RTNPTL: pthread_mutex_setunlock_np) */
FUSYN_API int fusyn_mutex_setunlock(pthread_mutex_t *mutex, int type);

/* Read and set how mutexes made with these attributes are released; FUSYN_UNLOCK_AUTO after
 * pthread_mutexattr_init. Never block. EINVAL: no such type. What cannot be had is told by pthread_mutex_init:
 * ENOTSUP, as fusyn_mutex_setunlock. */
FUSYN_API int fusyn_mutexattr_getunlock(const pthread_mutexattr_t *attr, int *result);
FUSYN_API int fusyn_mutexattr_setunlock(pthread_mutexattr_t *attr, int type);

#ifdef __cplusplus
}
#endif

#endif
