/* A default rwlock prefers writers: an ordinary reader does not pass one that waits. */
#include "rw.h"

int main(void)
{
	pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
	struct t_thread w;
	OK(pthread_rwlock_rdlock(&rw));
	t_start(&w, rw_write_body, &rw);
	t_blocked(&w);
	EQ(rw_other_tryrd(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	t_join(&w);
	OK(rw_other_tryrd(&rw));
	return 0;
}
