/* The same for ordinary threads: the oldest that waits, across earlier signals. */
#include "order.h"

int main(void)
{
	static const int none[3];
	EACH_KIND(k) {
		struct comer w[9];
		order_init(k);
		order_start(w, 3, none, order_wait);
		for (int i = 3; i < 9; i++) { /* one leaves, one comes */
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(order_n) == i - 2);
			w[i].id = i;
			t_start_fifo(&w[i].t, 0, order_wait, &w[i]);
			t_blocked(&w[i].t);
		}
		for (int i = 7; i <= 9; i++) {
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(order_n) == i);
		}
		order_join(w, 9);
		static const int want[9] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
		order_check(want, 9);
	}
	return 0;
}
