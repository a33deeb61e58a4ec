/* The same for writers that wait for a reader and for each other. */
#include "resort.h"
#include "rw.h"

static pthread_rwlock_t *rw;

static void *body(void *v)
{
	OK(pthread_rwlock_wrlock(rw));
	order[n++] = (int)(long)v;
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}

int main(void)
{
	rw = t_shared(sizeof *rw);
	t_fifo(50);
	t_pin();
	for (int setter = 0; setter < SETTERS; setter++)
		for (int kind = 0; kind < 3; kind++) {
			struct t_thread t[WAITERS];
			char where[128];
			snprintf(where, sizeof where, "setter %d, kind %d", setter, kind);
			t_where = where;
			rw_init(rw, kind, PTHREAD_PROCESS_PRIVATE);
			n = 0;
			OK(pthread_rwlock_rdlock(rw));
			resort_start(t, setter, body);
			OK(pthread_rwlock_unlock(rw));
			for (int i = 0; i < WAITERS; i++)
				t_join(&t[i]);
			resort_check();
			OK(pthread_rwlock_destroy(rw));
		}
	return 0;
}
