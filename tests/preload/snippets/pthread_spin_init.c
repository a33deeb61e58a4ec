/* Makes a free spin lock of what was in the memory, private or shared. */
#include "snippet.h"
SYMBOL(pthread_spin_init)

static void body(void)
{
	for (int shared = 0; shared < 2; shared++) {
		pthread_spinlock_t s = 0x5a5a5a5a;
		OK(THIS(&s, shared));
		OK(pthread_spin_trylock(&s));
		EQ(pthread_spin_trylock(&s), EBUSY);
		OK(pthread_spin_unlock(&s));
	}
}
