/* No form of mutex lock is a cancellation point, blocked or not; a request stays pending. */
#include "t.h"

static pthread_mutex_t *m;
static int past;

static void *locker(void *v)
{
	struct timespec real = t_in(CLOCK_REALTIME, 60000), mono = t_in(CLOCK_MONOTONIC, 60000);
	OK((long)v == 0	  ? pthread_mutex_lock(m)
	   : (long)v == 1 ? pthread_mutex_timedlock(m, &real)
			  : pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono));
	OK(pthread_mutex_unlock(m));
	OK(pthread_mutex_trylock(m));
	OK(pthread_mutex_unlock(m));
	STORE(past, 1);
	pthread_testcancel();
	FAIL("the request was lost");
	return NULL;
}

int main(void)
{
	EACH_KIND(k)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			m = t_shared(sizeof *m);
			t_mutex(m, k);
			STORE(past, 0);
			OK(pthread_mutex_lock(m));
			t_start(&t, locker, (void *)form);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			t_blocked(&t);
			OK(pthread_mutex_unlock(m));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(LOAD(past), 1);
			OK(t_other_try(m));
		}
	return 0;
}
