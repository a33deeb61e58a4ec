/* Makes a semaphore of what was in the memory, with the given value; EINVAL for one above SEM_VALUE_MAX. */
#include "snippet.h"
SYMBOL(sem_init)

static void body(void)
{
	for (int shared = 0; shared < 2; shared++) {
		sem_t s;
		memset(&s, 0x5a, sizeof s);
		FAILS(THIS(&s, shared, (unsigned)SEM_VALUE_MAX + 1), EINVAL);
		OK(THIS(&s, shared, 2));
		EQ(sem_value(&s), 2);
		OK(sem_wait(&s));
		OK(sem_wait(&s));
		FAILS(sem_trywait(&s), EAGAIN);
		OK(sem_destroy(&s));
	}
}
