/* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP: a new reader does not pass a waiting writer; the other
 * kinds let it pass. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		struct t_thread w;
		OK(pthread_rwlock_rdlock(rw));
		t_start(&w, rw_write_body, rw);
		t_blocked(&w);
		EQ(rw_other_tryrd(rw), i_ % 3 == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ? EBUSY : 0);
		OK(pthread_rwlock_unlock(rw));
		t_join(&w);
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
