/* fusyn_mutex_notrecoverable: who waits and who comes gets ENOTRECOVERABLE; by the owner and after a death alone;
 * it unlocks every level, leaves the ceiling, and takes the mutex out of the thread's list. */
#include "queries.h"

static pthread_mutex_t *m;
static pthread_cond_t *c;
static int waiting, lost;

static void *die(void *v)
{
	int r = pthread_mutex_lock(m);
	EITHER(r, 0, EOWNERDEAD);
	return v;
}

static void death(void)
{
	struct t_thread t;
	t_start(&t, die, NULL);
	t_join(&t);
}

static void *locker(void *v)
{
	struct timespec real = t_in(CLOCK_REALTIME, 15000), mono = t_in(CLOCK_MONOTONIC, 15000);
	switch ((long)v) {
	case 0:
		EQ(pthread_mutex_lock(m), ENOTRECOVERABLE);
		break;
	case 1:
		EQ(pthread_mutex_timedlock(m, &real), ENOTRECOVERABLE);
		break;
	case 2:
		EQ(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono), ENOTRECOVERABLE);
		break;
	default:
		OK(pthread_mutex_lock(m));
		STORE(waiting, 1);
		EQ(pthread_cond_wait(c, m), ENOTRECOVERABLE);
	}
	ADD(lost, 1);
	return NULL;
}

static void locker_process(void *v) { locker(v); }

static void *meddle(void *v)
{
	EQ(fusyn_mutex_notrecoverable(m), EPERM);
	return v;
}

static void refused(void)
{
	struct t_thread t;
	EQ(fusyn_mutex_notrecoverable(m), EINVAL); /* healthy and free */
	OK(pthread_mutex_lock(m));
	EQ(fusyn_mutex_notrecoverable(m), EINVAL); /* healthy and the caller's */
	OK(pthread_mutex_unlock(m));
	death();
	EQ(fusyn_mutex_notrecoverable(m), EPERM); /* nobody's */
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	t_start(&t, meddle, NULL);
	t_join(&t);
	EQ(ASK(gethealth, m), FUSYN_OWNER_DIED);
	OK(pthread_mutex_consistent(m));
	EQ(fusyn_mutex_notrecoverable(m), EINVAL); /* repaired */
	OK(pthread_mutex_unlock(m));
}

static int priority(void)
{
	struct sched_param p;
	OK(sched_getparam(t_gettid(), &p));
	return p.sched_priority;
}

static void loss(struct t_kind k)
{
	struct t_thread t[4];
	pid_t pid = 0;
	t_start(&t[3], locker, (void *)3L);
	UNTIL(LOAD(waiting));
	t_blocked(&t[3]);
	death();
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	if (k.type == PTHREAD_MUTEX_RECURSIVE)
		for (int i = 0; i < 2; i++)
			OK(pthread_mutex_lock(m));
	if (k.protocol == PTHREAD_PRIO_PROTECT)
		EQ(priority(), 1);
	OK(pthread_cond_signal(c));
	for (long i = 0; i < 3; i++) {
		t_start(&t[i], locker, (void *)i);
		t_blocked(&t[i]);
	}
	t_blocked(&t[3]);
	if (k.shared) {
		pid = t_fork(locker_process, NULL);
		t_blocked_process(pid);
	}
	EQ(ASK(haswaiters, m), 1);
	EQ(lost, 0);
	OK(fusyn_mutex_notrecoverable(m));
	for (int i = 0; i < 4; i++)
		t_join(&t[i]);
	EQ(lost, 4);
	if (pid)
		t_reap(pid);
	EQ(priority(), 0);
	EQ(ASK(gethealth, m), FUSYN_NOT_RECOVERABLE);
	EQ(ASK(islocked, m), 0);
	EQ(pthread_mutex_unlock(m), EPERM);
	EQ(pthread_mutex_trylock(m), ENOTRECOVERABLE);
	EQ(fusyn_mutex_notrecoverable(m), EINVAL);
	OK(pthread_mutex_destroy(m));
}

/* Linked still, the kernel would find it at the thread's end, and mark memory that has another use by then. */
static void *leave_no_entry(void *v)
{
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	OK(fusyn_mutex_notrecoverable(m));
	OK(pthread_mutex_init(m, NULL));
	OK(pthread_mutex_lock(m));
	return v;
}

int main(void)
{
	EACH_OF_48(k) {
		struct t_thread t;
		pthread_condattr_t a;
		if (!k.robust)
			continue;
		m = fresh(k);
		c = t_shared(sizeof *c);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, k.shared));
		OK(pthread_cond_init(c, &a));
		STORE(waiting, 0);
		STORE(lost, 0);
		take(m, k);
		OK(pthread_mutex_unlock(m));
		refused();
		loss(k);
		t_mutex(m, k);
		death();
		t_start(&t, leave_no_entry, NULL);
		t_join(&t);
		EQ(m->__data.__lock, t.tid);
	}
	return 0;
}
