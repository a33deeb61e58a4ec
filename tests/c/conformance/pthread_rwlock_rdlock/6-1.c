/* More read locks than can be counted: EAGAIN, at once, and the lock goes on. The count is set in the object,
 * as 2^30 - 1 locks would take long. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		volatile unsigned *state = (volatile unsigned *)rw;
		*state = (1u << 30) - 1;
		EQ(pthread_rwlock_rdlock(rw), EAGAIN);
		EQ(pthread_rwlock_tryrdlock(rw), EAGAIN);
		EQ(rw_other_trywr(rw), EBUSY);
		*state = 0;
		OK(pthread_rwlock_rdlock(rw));
		OK(pthread_rwlock_unlock(rw));
		OK(rw_other_trywr(rw));
	}
	return 0;
}
