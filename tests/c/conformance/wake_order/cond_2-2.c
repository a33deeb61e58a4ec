/* The same for ordinary threads: in the order in which they came. Private, stalled mutexes: what waits
 * in the kernel can be overtaken. */
#include "order.h"

int main(void)
{
	static const int priorities[8], want[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	EACH_KIND(k) {
		struct comer w[8];
		if (k.shared || k.robust)
			continue;
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
