/* A robust shared rwlock, and what a survivor finds after a death. */
#pragma once
#include "rw_own.h"

static struct shared {
	pthread_rwlock_t rw;
	int inside;
} *s;

/* Locks as a survivor: no hang, no other result than success or a writer's death, which is repaired. */
T_UNUSED static int survivor_lock(int writes)
{
	struct timespec end = t_in(CLOCK_REALTIME, 5000);
	int r = writes ? pthread_rwlock_timedwrlock(&s->rw, &end) : pthread_rwlock_timedrdlock(&s->rw, &end);
	if (r == EOWNERDEAD)
		OK(fusyn_rwlock_consistent(&s->rw));
	else
		OK(r);
	return r;
}

/* Everything works, and no slot or bit is left: as many readers as there is room for, then a writer at once. */
static void *hold(void *stage)
{
	OK(pthread_rwlock_rdlock(&s->rw));
	ADD(*(int *)stage, 1);
	UNTIL(LOAD(*(int *)stage) == FUSYN_RWLOCK_READERS);
	OK(pthread_rwlock_unlock(&s->rw));
	return NULL;
}

T_UNUSED static void check_whole(void)
{
	struct t_thread t[FUSYN_RWLOCK_READERS];
	int stage = 0;
	for (int i = 0; i < FUSYN_RWLOCK_READERS; i++)
		t_start(&t[i], hold, &stage);
	for (int i = 0; i < FUSYN_RWLOCK_READERS; i++)
		t_join(&t[i]);
	OK(pthread_rwlock_trywrlock(&s->rw));
	OK(pthread_rwlock_unlock(&s->rw));
	OK(pthread_rwlock_destroy(&s->rw));
}
