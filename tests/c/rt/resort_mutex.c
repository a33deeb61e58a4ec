/* A thread blocked on a mutex is raised, and one lowered, by each setter: plain and inherit mutexes. */
#include "resort.h"

int main(void)
{
	t_fifo(50);
	t_pin();
	for (int setter = 0; setter < SETTERS; setter++)
		for (int inherit = 0; inherit < 2; inherit++) {
			struct t_thread t[WAITERS];
			struct t_kind k = t_kind_of(PTHREAD_MUTEX_NORMAL, inherit, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
			char where[128];
			snprintf(where, sizeof where, "%s, setter %d", k.name, setter);
			t_where = where;
			resort_init(k);
			OK(pthread_mutex_lock(m));
			resort_start(t, setter, resort_lock);
			OK(pthread_mutex_unlock(m));
			for (int i = 0; i < WAITERS; i++)
				t_join(&t[i]);
			resort_check();
		}
	return 0;
}
