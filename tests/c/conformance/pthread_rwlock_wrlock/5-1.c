/* Debuggers find the writer's thread id where glibc keeps it, and 0 without a writer. */
#include "rw.h"

int main(void)
{
	EACH_RW(rw) {
		volatile int *writer = (volatile int *)rw + 6;
		OK(pthread_rwlock_wrlock(rw));
		EQ(*writer, t_gettid());
		OK(pthread_rwlock_unlock(rw));
		EQ(*writer, 0);
		OK(pthread_rwlock_trywrlock(rw));
		EQ(*writer, t_gettid());
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_rdlock(rw));
		EQ(*writer, 0);
		OK(pthread_rwlock_unlock(rw));
	}
	return 0;
}
