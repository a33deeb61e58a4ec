/* Signals go to the waiter with the highest priority, the oldest among equals. */
#include "order.h"

int main(void)
{
	static const int priorities[8] = { 0, 10, 20, 10, 30, 0, 20, 30 }, want[8] = { 4, 7, 2, 6, 1, 3, 0, 5 };
	t_fifo(50);
	t_pin();
	EACH_KIND(k) {
		struct comer w[8];
		order_init(k);
		order_start(w, 8, priorities, order_wait);
		for (int i = 1; i <= 8; i++) {
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(order_n) == i);
		}
		order_join(w, 8);
		order_check(want, 8);
	}
	return 0;
}
