/* fusyn's own functions for read-write locks, in libfusyn_pthread.so.
 *
 * A program that is linked with the library calls them; one that may also run without it declares them
 * weak, and looks whether they are there.
 *
 * All return 0 or an error number, leave errno alone. The setters change what later pthread_rwlock_init calls make.
 */
#ifndef FUSYN_RWLOCK_H
#define FUSYN_RWLOCK_H

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whose priority the writer has: PTHREAD_PRIO_NONE (the default): its own; PTHREAD_PRIO_INHERIT: also that of
 * every thread that waits for it, to read or to write.
 *
 * Private rwlocks; pthread_rwlock_init gives ENOTSUP for one that is shared. A writer that waits for readers
 * boosts nobody.
 *
 * EINVAL: no attributes, or not a protocol; ENOTSUP: PTHREAD_PRIO_PROTECT. */
int fusyn_rwlockattr_setprotocol(pthread_rwlockattr_t *attr, int protocol);
int fusyn_rwlockattr_getprotocol(const pthread_rwlockattr_t *attr, int *protocol);

#ifdef __cplusplus
}
#endif

#endif
