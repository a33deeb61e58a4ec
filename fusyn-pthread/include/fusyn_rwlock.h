/* fusyn's own functions for read-write locks, in libfusyn_pthread.so. For C and C++.
 *
 * As in fusyn.h, they are weak: a program that shall run without the library too need not be linked with
 * it, and asks `fusyn_rwlockattr_setrobust != NULL` before it calls one (position-independent programs; others
 * look them up with dlsym). A program that is linked with the library, and needs it, defines FUSYN_LINKED
 * before this file.
 *
 * All return 0 or an error number, leave errno alone, and none but fusyn_rwlock_consistent looks at an
 * rwlock. Strict C modes (-std=c11) need _POSIX_C_SOURCE of 200112L or more. The setters change what later pthread_rwlock_init calls make.
 */
#ifndef FUSYN_RWLOCK_H
#define FUSYN_RWLOCK_H

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FUSYN_API /* as in fusyn.h */
#ifdef FUSYN_LINKED
#define FUSYN_API
#else
#define FUSYN_API __attribute__((weak))
#endif
#endif

/* Whose priority the writer has: PTHREAD_PRIO_NONE (the default): its own; PTHREAD_PRIO_INHERIT: also that of
 * every thread that waits for it, to read or to write.
 *
 * Private rwlocks, and robust ones (which always inherit); pthread_rwlock_init gives ENOTSUP for one that is
 * shared and not robust. A writer that waits for readers boosts the readers of a robust rwlock; those of
 * others are not known.
 *
 * EINVAL: no attributes, or not a protocol; ENOTSUP: PTHREAD_PRIO_PROTECT. */
FUSYN_API int fusyn_rwlockattr_setprotocol(pthread_rwlockattr_t *attr, int protocol);
FUSYN_API int fusyn_rwlockattr_getprotocol(const pthread_rwlockattr_t *attr, int *protocol);

/* What the death of a thread or process does that holds the rwlock: PTHREAD_MUTEX_STALLED (the default): it
 * stays locked; PTHREAD_MUTEX_ROBUST:
 *
 *  - a dead reader's lock is given back;
 *  - after a dead writer the next to lock, for reading or writing, gets EOWNERDEAD. It holds the lock as a
 *    writer, whatever it asked for. It repairs the data and calls fusyn_rwlock_consistent; if it unlocks
 *    without, every later lock gives ENOTRECOVERABLE, and the waiting ones too.
 *
 * Private and shared between processes. FUSYN_RWLOCK_READERS threads can read at once, each up to
 * FUSYN_RWLOCK_DEPTH times; one more gets EAGAIN, as does a thread that holds as many robust locks as the kernel
 * looks at. The kind (PTHREAD_RWLOCK_PREFER_*) does not count: nobody passes a waiting writer but who reads
 * already. A thread that reads and asks to write gets EDEADLK.
 *
 * EINVAL: no attributes, or not a value. */
FUSYN_API int fusyn_rwlockattr_setrobust(pthread_rwlockattr_t *attr, int robust);
FUSYN_API int fusyn_rwlockattr_getrobust(const pthread_rwlockattr_t *attr, int *robust);

/* Threads that can read a robust rwlock at once. */
#define FUSYN_RWLOCK_READERS 7
/* Read locks that one of them can hold. */
#define FUSYN_RWLOCK_DEPTH 8

/* Marks a robust rwlock as repaired, by the thread that got EOWNERDEAD and has not unlocked. EINVAL: it is not
 * robust, or the caller does not hold it so. */
FUSYN_API int fusyn_rwlock_consistent(pthread_rwlock_t *rwlock);

#ifdef __cplusplus
}
#endif

#endif
