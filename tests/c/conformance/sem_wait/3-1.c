/* sem_wait, sem_timedwait and sem_clockwait are cancellation points, while they sleep and when they need
 * not; cancelled, they take nothing, and the semaphore goes on working. */
#include "sem.h"

static sem_t *s;
static int go;

static int form_of(long form)
{
	struct timespec real = t_in(CLOCK_REALTIME, 60000), mono = t_in(CLOCK_MONOTONIC, 60000);
	return form == 0 ? sem_wait(s) : form == 1 ? sem_timedwait(s, &real) : sem_clockwait(s, CLOCK_MONOTONIC, &mono);
}

static void *asleep(void *form)
{
	form_of((long)form);
	FAIL("form %ld came back", (long)form);
}

static void *pending(void *form)
{
	while (!LOAD(go))
		;
	form_of((long)form);
	FAIL("form %ld is no cancellation point with a value above 0", (long)form);
}

int main(void)
{
	EACH_SEM(kind)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			s = sem_make(kind, 0);
			t_start(&t, asleep, (void *)form);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			OK(sem_post(s));
			EQ(sem_value(s), 1);
			STORE(go, 0);
			t_start(&t, pending, (void *)form);
			OK(pthread_cancel(t.handle));
			STORE(go, 1);
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(sem_value(s), 1);
			OK(sem_wait(s));
			sem_free(kind, s);
		}
	return 0;
}
