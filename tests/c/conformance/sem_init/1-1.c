/* The value is the given one, and sem_getvalue reads it; each wait takes one, trywait of 0 is EAGAIN. */
#include "sem.h"

int main(void)
{
	EACH_SEM(kind) {
		sem_t *s = sem_make(kind, 3);
		for (int i = 3; i > 0; i--) {
			EQ(sem_value(s), i);
			OK(i & 1 ? sem_wait(s) : sem_trywait(s));
		}
		EQ(sem_value(s), 0);
		FAILS(sem_trywait(s), EAGAIN);
		OK(sem_post(s));
		OK(sem_trywait(s));
		sem_free(kind, s);
	}
	return 0;
}
