// limit: 60
/* Processes killed at random moments around a bounded buffer of two shared condvars: the living come
 * through. */
#include "random.h"

enum { ROOM = 3 };
static struct shared {
	pthread_mutex_t m;
	pthread_cond_t filled, emptied;
	int items;
} *s;

static void repair(int r)
{
	if (r == EOWNERDEAD)
		OK(pthread_mutex_consistent(&s->m));
	else
		OK(r);
}

/* Even workers put, odd ones take. */
static void worker(int id, unsigned seed)
{
	pthread_cond_t *mine = id & 1 ? &s->filled : &s->emptied, *theirs = id & 1 ? &s->emptied : &s->filled;
	int blocked_at = id & 1 ? 0 : ROOM, step = id & 1 ? -1 : 1;
	for (;;) {
		repair(pthread_mutex_lock(&s->m));
		while (s->items == blocked_at)
			repair(pthread_cond_wait(mine, &s->m));
		s->items += step;
		if (seed & 4)
			OK(pthread_cond_signal(theirs));
		OK(pthread_mutex_unlock(&s->m));
		if (!(seed & 4))
			OK(seed & 8 ? pthread_cond_signal(theirs) : pthread_cond_broadcast(theirs));
		ADD(progress[id], 1);
		random_pause(&seed, 2);
		seed = seed * 69069 + 1;
	}
}

int main(void)
{
	pthread_condattr_t a;
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	s = t_shared(sizeof *s);
	for (int protocol = PTHREAD_PRIO_NONE; protocol <= PTHREAD_PRIO_INHERIT; protocol++) {
		t_mutex(&s->m,
			t_kind_of(PTHREAD_MUTEX_NORMAL, protocol, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
		OK(pthread_cond_init(&s->filled, &a));
		OK(pthread_cond_init(&s->emptied, &a));
		s->items = 0;
		kill_at_random(worker, 2000);
	}
	return 0;
}
