/* Makes a robust read-write lock, if fusyn is there; runs without it too. In C or C++:
 *
 *     cc -pthread -I fusyn-pthread/include fusyn-pthread/examples/robust_rwlock.c -o robust_rwlock
 *     ./robust_rwlock
 *     fusyn run -- ./robust_rwlock
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fusyn_rwlock.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call failed. */
static void check(int error, const char *what)
{
	if (error) {
		fprintf(stderr, "%s: error %d\n", what, error);
		exit(1);
	}
}

static void *die_writing(void *rwlock)
{
	check(pthread_rwlock_wrlock((pthread_rwlock_t *)rwlock), "wrlock");
	return NULL;
}

int main(void)
{
	pthread_rwlock_t rwlock;
	pthread_rwlockattr_t attr;
	pthread_t thread;
	int protocol, robust;
	check(pthread_rwlockattr_init(&attr), "attr");
	/* In a program that is not position-independent, the linker may have settled the weak names: dlsym tells. */
	if (!dlsym(RTLD_DEFAULT, "fusyn_rwlockattr_setrobust"))
		printf("by dlsym: no fusyn\n");
	if (!fusyn_rwlockattr_setrobust) {
		check(pthread_rwlock_init(&rwlock, &attr), "init");
		check(pthread_rwlock_wrlock(&rwlock), "wrlock");
		check(pthread_rwlock_unlock(&rwlock), "unlock");
		printf("by name: no fusyn, a plain rwlock\n");
		return 0;
	}
	check(fusyn_rwlockattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT), "setprotocol");
	check(fusyn_rwlockattr_getprotocol(&attr, &protocol), "getprotocol");
	check(fusyn_rwlockattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST), "setrobust");
	check(fusyn_rwlockattr_getrobust(&attr, &robust), "getrobust");
	check(pthread_rwlock_init(&rwlock, &attr), "init");
	check(pthread_create(&thread, NULL, die_writing, &rwlock), "create");
	check(pthread_join(thread, NULL), "join");
	if (pthread_rwlock_rdlock(&rwlock) != EOWNERDEAD)
		check(EINVAL, "rdlock");
	check(fusyn_rwlock_consistent(&rwlock), "consistent");
	check(pthread_rwlock_unlock(&rwlock), "unlock");
	printf("by name: protocol %d, robust %d, the writer died, repaired\n", protocol, robust);
	return 0;
}
