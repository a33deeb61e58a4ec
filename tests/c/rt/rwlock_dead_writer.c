/* A real-time thread waits for an rwlock that asks to inherit, and its writer ends: it is not let in as the heir of
 * the writer's gate. */
#include "../rw_dead_writer.h"
#include "../rw_own.h"

int main(void)
{
	for (int ways = 0; ways < 16; ways++) {
		static pthread_rwlock_t rw[16];
		rw_inherit(&rw[ways], PTHREAD_RWLOCK_DEFAULT_NP);
		dead_writer(&rw[ways], 10, ways);
	}
	return 0;
}
