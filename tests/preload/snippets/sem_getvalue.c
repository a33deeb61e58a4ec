/* Gives the value, and leaves it. */
#include "snippet.h"
SYMBOL(sem_getvalue)

static void body(void)
{
	sem_t s;
	int v = -1;
	OK(sem_init(&s, 0, 3));
	for (int want = 3; want >= 0; want--) {
		OK(THIS(&s, &v));
		EQ(v, want);
		if (want)
			OK(sem_wait(&s));
	}
	OK(sem_post(&s));
	OK(THIS(&s, &v));
	EQ(v, 1);
}
