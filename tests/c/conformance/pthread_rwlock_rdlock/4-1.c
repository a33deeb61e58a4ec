/* Real time: a reader does not pass a blocked writer of equal or higher priority, and passes a lower one;
 * an ordinary reader passes none of real time. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		struct t_thread w, r;
		OK(pthread_rwlock_rdlock(rw));
		t_start_fifo(&w, 20, rw_write_body, rw);
		t_blocked(&w);
		EQ(rw_other(rw_tryrd_body, 0, rw), EBUSY);
		EQ(rw_other(rw_tryrd_body, 10, rw), EBUSY);
		EQ(rw_other(rw_tryrd_body, 20, rw), EBUSY);
		OK(rw_other(rw_tryrd_body, 21, rw));
		OK(rw_other(rw_read_body, 30, rw));
		t_start_fifo(&r, 20, rw_read_body, rw);
		t_blocked(&r);
		OK(pthread_rwlock_unlock(rw));
		t_join(&w);
		t_join(&r);
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
