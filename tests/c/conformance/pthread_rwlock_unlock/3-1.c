/* A told change of priority counts: a reader raised above the writer before it goes in at once. */
#include "rw.h"

int main(void)
{
	pthread_rwlock_t *rw = t_shared(sizeof *rw);
	struct t_thread w, r;
	struct sched_param high = { .sched_priority = 30 };
	rw_init(rw, PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_rwlock_rdlock(rw));
	t_start_fifo(&w, 20, rw_write_body, rw);
	t_blocked(&w);
	t_start_fifo(&r, 10, rw_read_body, rw);
	t_blocked(&r);
	OK(pthread_setschedparam(r.handle, SCHED_FIFO, &high));
	t_join(&r); /* the caller still reads, the writer still waits */
	EQ(rw_other_tryrd(rw), EBUSY);
	OK(pthread_rwlock_unlock(rw));
	t_join(&w);
	return 0;
}
