/* Takes a free mutex, whatever the deadline; ETIMEDOUT at a deadline of the realtime clock; gets what is
 * unlocked before it. */
#include "snippet.h"
SYMBOL(pthread_mutex_timedlock)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *late(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 20);
	EQ(THIS(&m, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_REALTIME, end));
	return v;
}

static void *patient(void *v)
{
	struct timespec end = t_in(CLOCK_REALTIME, 15000);
	OK(THIS(&m, &end));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	struct timespec past = { 1, 0 };
	OK(THIS(&m, &past));
	t_start(&t, late, NULL);
	t_join(&t);
	t_start(&t, patient, NULL);
	t_blocked(&t);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	OK(t_other_try(&m));
}
