/* Priorities change after a broadcast, while the woken threads still stand in line for the mutex. */
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
			for (long i = 0; i < WAITERS; i++) {
				t_start_fifo(&t[i], 10 + 10 * (int)i, resort_wait, (void *)i);
				t_blocked(&t[i]);
			}
			OK(pthread_mutex_lock(m));
			OK(pthread_cond_broadcast(c));
			t_pause_us(2000); /* whoever is woken comes as far as the mutex */
			set_priority(setter, &t[0], 35);
			set_priority(setter, &t[3], 15);
			OK(pthread_mutex_unlock(m));
			for (int i = 0; i < WAITERS; i++)
				t_join(&t[i]);
			resort_check();
		}
	return 0;
}
