/* A thread ends while it writes: the lock is not robust, and everybody goes on waiting. */
#include "rw_dead_writer.h"

int main(void)
{
	for (int ways = 0; ways < 16; ways++) {
		static pthread_rwlock_t rw[16];
		rw_init(&rw[ways], PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE);
		dead_writer(&rw[ways], 0, ways);
	}
	return 0;
}
