/* Signals go to ordinary threads in the order in which they came: every kind of mutex. */
#include "order.h"

int main(void)
{
	static const int priorities[6], want[6] = { 0, 1, 2, 3, 4, 5 };
	EACH_KIND(k) {
		struct comer w[6];
		order_init(k);
		order_start(w, 6, priorities, order_wait);
		for (int i = 1; i <= 6; i++) {
			OK(pthread_cond_signal(c));
			UNTIL(LOAD(order_n) == i);
		}
		order_join(w, 6);
		order_check(want, 6);
	}
	return 0;
}
