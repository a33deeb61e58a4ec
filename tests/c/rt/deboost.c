/* Boost ends with its reason: the owner of two inherit mutexes keeps the boost of the lock that it still
 * holds, and is back at its own priority after the last, also when a waiter gives up by time-out. */
#include "effective.h"
#include "inversion.h"

static pthread_mutex_t m[2];

static void *locker(void *mutex)
{
	OK(pthread_mutex_lock(mutex));
	OK(pthread_mutex_unlock(mutex));
	return NULL;
}

static void *hasty(void *mutex)
{
	struct timespec end = t_in(CLOCK_MONOTONIC, 30);
	EQ(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	return NULL;
}

int main(void)
{
	struct t_thread a, b;
	struct t_kind k = t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
	t_fifo(LOW);
	for (int first = 0; first < 2; first++) {
		t_mutex(&m[0], k);
		t_mutex(&m[1], k);
		OK(pthread_mutex_lock(&m[0]));
		OK(pthread_mutex_lock(&m[1]));
		EQ(effective(t_gettid()), LOW);
		t_start_fifo(&a, 30, locker, &m[0]);
		t_blocked(&a);
		EQ(effective(t_gettid()), 30);
		t_start_fifo(&b, 40, locker, &m[1]);
		t_blocked(&b);
		EQ(effective(t_gettid()), 40);
		OK(pthread_mutex_unlock(&m[first]));
		EQ(effective(t_gettid()), first ? 30 : 40);
		OK(pthread_mutex_unlock(&m[!first]));
		EQ(effective(t_gettid()), LOW);
		t_join(&a);
		t_join(&b);
	}
	OK(pthread_mutex_lock(&m[0]));
	t_start_fifo(&a, 45, hasty, &m[0]);
	UNTIL(effective(t_gettid()) == 45);
	t_join(&a);
	EQ(effective(t_gettid()), LOW);
	OK(pthread_mutex_unlock(&m[0]));
	return 0;
}
