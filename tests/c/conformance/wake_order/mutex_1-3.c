/* A waiter whose time runs out leaves the order of the others as it was. */
#include "order.h"

static void *hasty(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 10);
	EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	return v;
}

int main(void)
{
	static const int priorities[5] = { 10, 20, 0, 20, 10 }, want[5] = { 1, 3, 0, 4, 2 };
	t_fifo(50);
	t_pin();
	EACH_KIND(k) {
		struct comer w[5];
		struct t_thread h[2];
		order_init(k);
		OK(pthread_mutex_lock(m));
		t_start_fifo(&h[0], 20, hasty, NULL);
		order_start(w, 5, priorities, order_lock);
		t_start_fifo(&h[1], 40, hasty, NULL);
		t_join(&h[0]);
		t_join(&h[1]);
		OK(pthread_mutex_unlock(m));
		order_join(w, 5);
		order_check(want, 5);
	}
	return 0;
}
