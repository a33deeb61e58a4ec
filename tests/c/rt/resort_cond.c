/* The same for threads that wait on a condvar: signals go by the new order, and so does a broadcast. */
#include "resort.h"

int main(void)
{
	t_fifo(50);
	t_pin();
	for (int setter = 0; setter < SETTERS; setter++)
		for (int form = 0; form < 4; form++) {
			struct t_thread t[WAITERS];
			struct t_kind k = t_kind_of(PTHREAD_MUTEX_NORMAL, form & 1, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
			char where[128];
			snprintf(where, sizeof where, "%s, setter %d, %s", k.name, setter, form & 2 ? "broadcast" : "signal");
			t_where = where;
			resort_init(k);
			resort_start(t, setter, resort_wait);
			if (form & 2) {
				OK(pthread_mutex_lock(m));
				OK(pthread_cond_broadcast(c));
				OK(pthread_mutex_unlock(m));
			} else {
				for (int i = 1; i <= WAITERS; i++) {
					OK(pthread_cond_signal(c));
					UNTIL(LOAD(n) == i);
				}
			}
			for (int i = 0; i < WAITERS; i++)
				t_join(&t[i]);
			resort_check();
		}
	return 0;
}
