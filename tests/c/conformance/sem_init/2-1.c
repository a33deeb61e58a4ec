/* A value above SEM_VALUE_MAX is EINVAL, SEM_VALUE_MAX itself is not. */
#include "sem.h"

int main(void)
{
	sem_t s;
	for (int shared = 0; shared < 2; shared++) {
		FAILS(sem_init(&s, shared, (unsigned)SEM_VALUE_MAX + 1), EINVAL);
		OK(sem_init(&s, shared, SEM_VALUE_MAX));
		EQ(sem_value(&s), SEM_VALUE_MAX);
		OK(sem_destroy(&s));
	}
	return 0;
}
