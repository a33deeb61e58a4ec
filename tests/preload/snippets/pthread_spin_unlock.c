/* Frees the lock. */
#include "snippet.h"
SYMBOL(pthread_spin_unlock)

static void body(void)
{
	pthread_spinlock_t s;
	OK(pthread_spin_init(&s, 0));
	for (int i = 0; i < 3; i++) {
		OK(pthread_spin_lock(&s));
		EQ(pthread_spin_trylock(&s), EBUSY);
		OK(THIS(&s));
	}
	OK(pthread_spin_trylock(&s));
}
