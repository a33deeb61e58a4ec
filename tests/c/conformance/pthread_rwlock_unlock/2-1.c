/* Real time: an unlock serves by priority, writers first among equals, whatever the order of arrival. */
#include "rw.h"

static pthread_rwlock_t *lock;
static int order[8], n;

struct visitor {
	struct t_thread t;
	int writes, priority;
};

static void *visit(void *v)
{
	struct visitor *me = v;
	OK(me->writes ? pthread_rwlock_wrlock(lock) : pthread_rwlock_rdlock(lock));
	order[ADD(n, 1) - 1] = me->priority * (me->writes ? 1 : -1);
	t_pause_us(3000); /* whoever comes next would be seen beside this one */
	OK(pthread_rwlock_unlock(lock));
	return NULL;
}

int main(void)
{
	static const int want[] = { -30, 20, -20, 10 };
	t_fifo(40);
	t_pin(); /* on one CPU: shared locks wake whom they may, and the scheduler decides */
	EACH_RW(rw) {
		struct visitor v[4] = { { .writes = 1, .priority = 10 }, { .priority = 20 },
					{ .writes = 1, .priority = 20 }, { .priority = 30 } };
		lock = rw;
		STORE(n, 0);
		OK(pthread_rwlock_wrlock(rw));
		for (int i = 0; i < 4; i++) {
			t_start_fifo(&v[i].t, v[i].priority, visit, &v[i]);
			t_blocked(&v[i].t);
		}
		OK(pthread_rwlock_unlock(rw));
		for (int i = 0; i < 4; i++)
			t_join(&v[i].t);
		for (int i = 0; i < 4; i++)
			EQ(order[i], want[i]);
	}
	return 0;
}
