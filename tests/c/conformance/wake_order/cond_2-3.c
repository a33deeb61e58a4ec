/* Threads woken by a broadcast and threads that locked the mutex meanwhile: one order, by priority. */
#include "order.h"

int main(void)
{
	static const int waiting[4] = { 10, 30, 20, 40 }, locking[3] = { 15, 35, 5 };
	static const int want[7] = { 3, 5, 1, 2, 4, 0, 6 };
	t_fifo(50);
	t_pin();
	EACH_KIND(k) {
		struct comer w[7];
		order_init(k);
		order_start(w, 4, waiting, order_wait);
		OK(pthread_mutex_lock(m));
		OK(pthread_cond_broadcast(c));
		for (int i = 0; i < 3; i++) {
			w[4 + i].id = 4 + i;
			t_start_fifo(&w[4 + i].t, locking[i], order_lock, &w[4 + i]);
			t_blocked(&w[4 + i].t);
		}
		OK(pthread_mutex_unlock(m));
		order_join(w, 7);
		order_check(want, 7);
	}
	return 0;
}
