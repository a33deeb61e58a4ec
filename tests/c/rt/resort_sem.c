/* The same for threads that wait at a semaphore, with a deadline and without: each post goes by the new order. */
#include "resort.h"
#include "sem.h"

static sem_t *s;
static int timed;

static void *body(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 60000);
	OK(timed ? sem_timedwait(s, &end) : sem_wait(s));
	order[n] = (int)(long)v;
	STORE(n, n + 1);
	return NULL;
}

int main(void)
{
	s = t_shared(sizeof *s);
	t_fifo(50);
	t_pin();
	for (int setter = 0; setter < SETTERS; setter++)
		for (timed = 0; timed < 2; timed++) {
			struct t_thread t[WAITERS];
			char where[128];
			snprintf(where, sizeof where, "setter %d, %s", setter, timed ? "timed" : "without deadline");
			t_where = where;
			OK(sem_init(s, 0, 0));
			n = 0;
			resort_start(t, setter, body);
			for (int i = 1; i <= WAITERS; i++) {
				OK(sem_post(s));
				UNTIL(LOAD(n) == i);
			}
			for (int i = 0; i < WAITERS; i++)
				t_join(&t[i]);
			resort_check();
			OK(sem_destroy(s));
		}
	return 0;
}
