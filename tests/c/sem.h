/* Semaphores of the three kinds: private, shared, named. */
#pragma once
#include "t.h"
#include <semaphore.h>

/* The call fails with an error number. */
#define FAILS(expr, error)                                                                         \
	do {                                                                                       \
		errno = 0;                                                                         \
		long r_ = (expr);                                                                  \
		int e_ = errno;                                                                    \
		EQ(r_, -1);                                                                        \
		if (e_ != (error))                                                                 \
			FAIL("%s failed with %s, not %s", #expr, t_error(e_), #error);             \
	} while (0)

enum { SEM_PRIVATE, SEM_SHARED, SEM_NAMED, SEM_KINDS };

/* A semaphore of a kind; named ones lose their name at once. */
T_UNUSED static sem_t *sem_make(int kind, unsigned value)
{
	static int number;
	char name[64];
	t_where = kind == SEM_PRIVATE ? "private" : kind == SEM_SHARED ? "shared" : "named";
	if (kind == SEM_NAMED) {
		snprintf(name, sizeof name, "/fusyn-test-%d-%d", getpid(), number++);
		sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, value);
		if (s == SEM_FAILED)
			FAIL("sem_open: %s", strerror(errno));
		OK(sem_unlink(name));
		return s;
	}
	sem_t *s = t_shared(4096);
	OK(sem_init(s, kind == SEM_SHARED, value));
	return s;
}

T_UNUSED static void sem_free(int kind, sem_t *s)
{
	if (kind == SEM_NAMED)
		OK(sem_close(s));
	else {
		OK(sem_destroy(s));
		OK(munmap(s, 4096));
	}
}

T_UNUSED static int sem_value(sem_t *s)
{
	int value = -1;
	OK(sem_getvalue(s, &value));
	return value;
}

#define EACH_SEM(kind) for (int kind = 0; kind < SEM_KINDS; kind++)

T_UNUSED static void *sem_waiter(void *s)
{
	OK(sem_wait(s));
	return NULL;
}
