/* Boost ends with its reason: the owner of two inherit mutexes keeps the boost of the lock that it still
 * holds, and is back at its own priority after the last, also when a waiter gives up by time-out. */
#include "inversion.h"

static pthread_mutex_t m[2];

/* The effective priority, as the kernel shows it: field 18 of stat is -1 - priority for real time. */
static int effective(pid_t tid)
{
	char path[64], text[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
	TRUE(t_slurp(path, text, sizeof text) > 0);
	char *p = strrchr(text, ')');
	TRUE(p != NULL);
	int priority;
	TRUE(sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %d", &priority) == 1);
	return -1 - priority;
}

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
