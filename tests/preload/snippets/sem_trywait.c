/* Takes one of the value; EAGAIN while it is 0. */
#include "snippet.h"
SYMBOL(sem_trywait)

static void body(void)
{
	sem_t s;
	OK(sem_init(&s, 0, 2));
	OK(THIS(&s));
	OK(THIS(&s));
	FAILS(THIS(&s), EAGAIN);
	OK(sem_post(&s));
	OK(THIS(&s));
	EQ(sem_value(&s), 0);
}
