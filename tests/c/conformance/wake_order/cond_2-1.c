/* After a broadcast the mutex goes to the woken threads by priority, the oldest among equals. */
#include "order.h"

int main(void)
{
	static const int priorities[8] = { 10, 5, 20, 10, 30, 5, 20, 30 }, want[8] = { 4, 7, 2, 6, 0, 3, 1, 5 };
	t_fifo(50);
	t_pin();
	EACH_KIND(k) {
		struct comer w[8];
		order_init(k);
		order_start(w, 8, priorities, order_wait);
		OK(pthread_mutex_lock(m));
		OK(pthread_cond_broadcast(c));
		OK(pthread_mutex_unlock(m));
		order_join(w, 8);
		order_check(want, 8);
	}
	return 0;
}
