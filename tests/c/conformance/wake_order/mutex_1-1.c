/* Ordinary threads get a mutex in the order in which they came: every kind. */
#include "order.h"

int main(void)
{
	static const int priorities[8], want[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	EACH_KIND(k) {
		struct comer w[8];
		order_init(k);
		OK(pthread_mutex_lock(m));
		order_start(w, 8, priorities, order_lock);
		OK(pthread_mutex_unlock(m));
		order_join(w, 8);
		order_check(want, 8);
	}
	return 0;
}
