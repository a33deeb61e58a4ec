/* Gives 0; the lock can be initialised again. */
#include "snippet.h"
SYMBOL(pthread_spin_destroy)

static void body(void)
{
	pthread_spinlock_t s;
	for (int i = 0; i < 2; i++) {
		OK(pthread_spin_init(&s, 0));
		OK(pthread_spin_lock(&s));
		OK(pthread_spin_unlock(&s));
		OK(THIS(&s));
	}
}
