/* The same for a waiter that came after an earlier signal: the highest that waits now, not the highest
 * of an older group. */
#include "order.h"

int main(void)
{
	static const int first[3] = { 10, 10, 20 };
	t_fifo(50);
	t_pin();
	EACH_KIND(k) {
		struct comer w[5];
		static const int want[5] = { 2, 4, 0, 1, 3 };
		order_init(k);
		order_start(w, 3, first, order_wait);
		OK(pthread_cond_signal(c));
		UNTIL(LOAD(order_n) == 1);
		w[3].id = 3;
		t_start_fifo(&w[3].t, 10, order_wait, &w[3]);
		t_blocked(&w[3].t);
		w[4].id = 4;
		t_start_fifo(&w[4].t, 30, order_wait, &w[4]);
		t_blocked(&w[4].t);
		for (int i = 2; i <= 5; i++) {
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(order_n) == i);
		}
		order_join(w, 5);
		order_check(want, 5);
	}
	return 0;
}
