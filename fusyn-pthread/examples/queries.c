/* Asks mutexes, if fusyn is there; runs without it too. In C or C++:
 *
 *     cc -pthread -I fusyn-pthread/include fusyn-pthread/examples/queries.c -o queries
 *     ./queries
 *     fusyn run -- ./queries
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fusyn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Ends the program if a call failed. */
static void check(int error, const char *what)
{
	if (error) {
		fprintf(stderr, "%s: error %d\n", what, error);
		exit(1);
	}
}

/* Way 1: the weak name; null if no library has it. */
static void by_name(pthread_mutex_t *mutex)
{
	pid_t owner;
	if (!fusyn_mutex_getowner) {
		printf("by name: no fusyn\n");
		return;
	}
	check(fusyn_mutex_getowner(mutex, &owner), "getowner");
	printf("by name: owned by %s\n", owner == getpid() ? "the first thread" : "another");
}

/* Way 2: dlsym; works in programs that are not position-independent as well, and without fusyn.h. */
static void by_dlsym(pthread_mutex_t *mutex)
{
	typedef int (*query)(const pthread_mutex_t *, int *);
	query is_locked = (query)dlsym(RTLD_DEFAULT, "fusyn_mutex_islocked");
	int locked;
	if (!is_locked) {
		printf("by dlsym: no fusyn\n");
		return;
	}
	check(is_locked(mutex, &locked), "islocked");
	printf("by dlsym: %s\n", locked ? "locked" : "free");
}

static void *die_holding(void *mutex)
{
	check(pthread_mutex_lock((pthread_mutex_t *)mutex), "lock");
	return NULL;
}

/* A robust mutex whose owner dies, and whose data nobody can repair. */
static void give_up(void)
{
	pthread_mutex_t mutex;
	pthread_mutexattr_t attr;
	pthread_t thread;
	int health;
	check(pthread_mutexattr_init(&attr), "attr");
	check(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST), "robust");
	check(pthread_mutex_init(&mutex, &attr), "init");
	check(pthread_create(&thread, NULL, die_holding, &mutex), "create");
	check(pthread_join(thread, NULL), "join");
	if (pthread_mutex_lock(&mutex) != EOWNERDEAD)
		check(EINVAL, "lock");
	check(fusyn_mutex_gethealth(&mutex, &health), "gethealth");
	printf("health: %s\n", health == FUSYN_OWNER_DIED ? "owner died" : "?");
	check(fusyn_mutex_notrecoverable(&mutex), "notrecoverable");
	check(fusyn_mutex_gethealth(&mutex, &health), "gethealth");
	printf("health: %s\n", health == FUSYN_NOT_RECOVERABLE ? "not recoverable" : "?");
}

/* A mutex that nobody is overtaken at, where that can be had. */
static void serial(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	int error = fusyn_mutex_setunlock(&mutex, FUSYN_UNLOCK_SERIAL);
	printf("serial: %s\n", error == 0 ? "yes" : error == ENOTSUP ? "not in this mode" : "?");
}

int main(void)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	check(pthread_mutex_lock(&mutex), "lock");
	by_name(&mutex);
	by_dlsym(&mutex);
	check(pthread_mutex_unlock(&mutex), "unlock");
	if (fusyn_mutex_gethealth) {
		give_up();
		serial();
	}
	return 0;
}
