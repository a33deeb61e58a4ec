/* A writer that gives up lets those in who waited behind him only. */
#include "rw.h"

static void *writer(void *rw)
{
	struct timespec t = t_in(CLOCK_REALTIME, 300);
	EQ(pthread_rwlock_timedwrlock(rw, &t), ETIMEDOUT);
	return NULL;
}

static void *reader(void *rw)
{
	struct timespec t = t_in(CLOCK_REALTIME, 9000);
	OK(pthread_rwlock_timedrdlock(rw, &t));
	OK(pthread_rwlock_unlock(rw));
	return NULL;
}

int main(void)
{
	EACH_RW(rw) {
		struct t_thread w, r;
		OK(pthread_rwlock_rdlock(rw));
		t_start_fifo(&w, 20, writer, rw);
		t_blocked(&w);
		t_start_fifo(&r, 10, reader, rw);
		t_join(&w);
		t_join(&r);
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
