/* Takes a free lock, whatever the deadline; ETIMEDOUT at the deadline; gets what is unlocked before it. */
#include "rw.h"
#include "snippet.h"
SYMBOL(pthread_rwlock_clockwrlock)

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static void *waiter(void *v)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 20), far = t_in(CLOCK_MONOTONIC, 15000);
	EQ(THIS(&rw, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_MONOTONIC, end));
	EQ(THIS(&rw, CLOCK_THREAD_CPUTIME_ID, &far), EINVAL);
	STORE(ready, 1);
	OK(THIS(&rw, CLOCK_MONOTONIC, &far));
	OK(pthread_rwlock_unlock(&rw));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 };
	OK(THIS(&rw, CLOCK_MONOTONIC, &past));
	EQ(rw_other_trywr(&rw), EBUSY);
	OK(pthread_rwlock_unlock(&rw));
	OK(pthread_rwlock_wrlock(&rw));
	t_start(&t, waiter, NULL);
	UNTIL(LOAD(ready));
	t_blocked(&t);
	OK(pthread_rwlock_unlock(&rw));
	t_join(&t);
	OK(rw_other_trywr(&rw));
}
