/* Real time, the writer inherits: a reader passes a waiting writer of lower priority, none of equal or higher,
 * and none when a third thread of higher priority waits; a release serves by priority. */
#include "rw_own.h"

static pthread_rwlock_t *rw;
static int order[4], n;

static void *visit(void *writes)
{
	struct sched_param me;
	int policy;
	OK(pthread_getschedparam(pthread_self(), &policy, &me));
	OK(writes ? pthread_rwlock_wrlock(rw) : pthread_rwlock_rdlock(rw));
	order[ADD(n, 1) - 1] = me.sched_priority;
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}

static void passing(void)
{
	struct t_thread w, higher;
	OK(pthread_rwlock_rdlock(rw));
	t_start_fifo(&w, 10, rw_write_body, rw);
	t_blocked(&w);
	EQ(rw_other(rw_tryrd_body, 0, rw), EBUSY);
	EQ(rw_other(rw_tryrd_body, 10, rw), EBUSY);
	OK(rw_other(rw_tryrd_body, 11, rw));
	OK(rw_other(rw_read_body, 20, rw));
	t_start_fifo(&higher, 30, rw_write_body, rw);
	t_blocked(&higher);
	EQ(rw_other(rw_tryrd_body, 20, rw), EBUSY);
	OK(rw_other(rw_read_body, 31, rw));
	OK(pthread_rwlock_unlock(rw));
	t_join(&w);
	t_join(&higher);
}

static void serving(void)
{
	static const int priority[] = { 10, 30, 20, 25 };
	struct t_thread t[4];
	STORE(n, 0);
	OK(pthread_rwlock_wrlock(rw));
	for (int i = 0; i < 4; i++) {
		t_start_fifo(&t[i], priority[i], visit, (void *)(long)(i & 1));
		t_blocked(&t[i]);
	}
	OK(pthread_rwlock_unlock(rw));
	for (int i = 0; i < 4; i++)
		t_join(&t[i]);
	EQ(order[0], 30);
	EQ(order[1], 25);
	EQ(order[2], 20);
	EQ(order[3], 10);
}

int main(void)
{
	rw = t_shared(sizeof *rw);
	t_fifo(40);
	t_pin();
	for (int kind = 0; kind < 3; kind++) {
		rw_inherit(rw, kind);
		passing();
		serving();
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
