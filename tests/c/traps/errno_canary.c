/* No function of the family changes errno: free, contended, timed out, refused, woken, with signals. */
#include "t.h"

enum { CANARY = 4711 };

/* The call gives the value, and errno is as it was. */
#define KEEPS(expr, want)                                                                          \
	do {                                                                                       \
		errno = CANARY;                                                                    \
		long r_ = (expr);                                                                  \
		int e_ = errno;                                                                    \
		EQ(r_, want);                                                                      \
		if (e_ != CANARY)                                                                  \
			FAIL("%s changed errno to %s", #expr, t_error(e_));                        \
	} while (0)

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int go, waiting;

static void handler(int s) { (void)s; }

static void *locker(void *v)
{
	struct timespec far = t_in(CLOCK_MONOTONIC, 20000);
	KEEPS(pthread_mutex_lock(m), 0);
	KEEPS(pthread_mutex_unlock(m), 0);
	KEEPS(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &far), 0);
	KEEPS(pthread_mutex_unlock(m), 0);
	return v;
}

static void *refused(void *v)
{
	struct timespec real = t_in(CLOCK_REALTIME, 3), mono = t_in(CLOCK_MONOTONIC, 3), bad = { 1, -1 };
	KEEPS(pthread_mutex_trylock(m), EBUSY);
	KEEPS(pthread_mutex_timedlock(m, &real), ETIMEDOUT);
	KEEPS(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono), ETIMEDOUT);
	KEEPS(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &bad), EINVAL);
	return v;
}

static void *waiter(void *v)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	KEEPS(pthread_mutex_lock(m), 0);
	waiting++;
	while (!go)
		if (v)
			KEEPS(pthread_cond_timedwait(c, m, &far), 0);
		else
			KEEPS(pthread_cond_wait(c, m), 0);
	KEEPS(pthread_mutex_unlock(m), 0);
	return NULL;
}

static void mutexes(struct t_kind k)
{
	struct t_thread t[3], r;
	KEEPS(pthread_mutex_lock(m), 0);
	KEEPS(pthread_mutex_destroy(m), k.robust ? pthread_mutex_destroy(m) : EBUSY);
	for (int i = 0; i < 3; i++) {
		t_start(&t[i], locker, NULL);
		t_blocked(&t[i]);
		OK(pthread_kill(t[i].handle, SIGUSR1));
	}
	t_start(&r, refused, NULL);
	t_join(&r);
	KEEPS(pthread_mutex_unlock(m), 0);
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	KEEPS(pthread_mutex_consistent(m), EINVAL);
}

static void conds(void)
{
	struct t_thread t[4];
	struct timespec past = { 1, 0 }, soon = t_in(CLOCK_MONOTONIC, 3), bad = { 1, 1000000000 };
	KEEPS(pthread_mutex_lock(m), 0);
	KEEPS(pthread_cond_timedwait(c, m, &past), ETIMEDOUT);
	KEEPS(pthread_cond_clockwait(c, m, CLOCK_MONOTONIC, &soon), ETIMEDOUT);
	KEEPS(pthread_cond_timedwait(c, m, &bad), EINVAL);
	KEEPS(pthread_mutex_unlock(m), 0);
	go = waiting = 0;
	for (long i = 0; i < 4; i++) {
		t_start(&t[i], waiter, (void *)(i & 1));
		t_blocked(&t[i]);
		OK(pthread_kill(t[i].handle, SIGUSR1));
	}
	KEEPS(pthread_mutex_lock(m), 0);
	go = 1;
	KEEPS(pthread_cond_signal(c), 0);
	KEEPS(pthread_cond_broadcast(c), 0);
	KEEPS(pthread_mutex_unlock(m), 0);
	for (int i = 0; i < 4; i++)
		t_join(&t[i]);
}

static void attributes(void)
{
	pthread_mutexattr_t a;
	pthread_condattr_t ca;
	int v;
	clockid_t clock;
	KEEPS(pthread_mutexattr_init(&a), 0);
	KEEPS(pthread_mutexattr_settype(&a, 99), EINVAL);
	KEEPS(pthread_mutexattr_gettype(&a, &v), 0);
	KEEPS(pthread_mutexattr_setprioceiling(&a, 1000), EINVAL);
	KEEPS(pthread_mutexattr_getprioceiling(&a, &v), 0);
	KEEPS(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT), 0);
	KEEPS(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST), 0);
	KEEPS(pthread_mutexattr_setpshared(&a, 99), EINVAL);
	KEEPS(pthread_mutexattr_destroy(&a), 0);
	KEEPS(pthread_condattr_init(&ca), 0);
	KEEPS(pthread_condattr_setclock(&ca, CLOCK_PROCESS_CPUTIME_ID), EINVAL);
	KEEPS(pthread_condattr_getclock(&ca, &clock), 0);
	KEEPS(pthread_condattr_setpshared(&ca, 99), EINVAL);
	KEEPS(pthread_condattr_destroy(&ca), 0);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	OK(sigaction(SIGUSR1, &action, NULL));
	attributes();
	EACH_KIND(k) {
		pthread_condattr_t a;
		m = t_shared(sizeof *m);
		c = t_shared(sizeof *c);
		t_mutex(m, k);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		KEEPS(pthread_cond_init(c, &a), 0);
		if (!k.robust) /* what destroy of a locked robust one gives is another test */
			mutexes(k);
		conds();
		KEEPS(pthread_cond_destroy(c), 0);
		KEEPS(pthread_mutex_destroy(m), 0);
	}
	return 0;
}
