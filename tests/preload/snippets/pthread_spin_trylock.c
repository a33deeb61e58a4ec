/* Takes a free lock; EBUSY otherwise. */
#include "snippet.h"
SYMBOL(pthread_spin_trylock)

static void body(void)
{
	pthread_spinlock_t s;
	OK(pthread_spin_init(&s, 0));
	OK(THIS(&s));
	EQ(THIS(&s), EBUSY);
	OK(pthread_spin_unlock(&s));
	OK(THIS(&s));
}
