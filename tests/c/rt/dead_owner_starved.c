/* As dead_owner, but the heir is kept from running: it shares its CPU with a thread of higher priority. For as long
 * as that takes, whoever comes waits, tries in vain, or sees its time run out; nobody is told EINVAL. */
// limit: 60
#include "t.h"

enum { HEIR = 10, HOG = 20, MASTER = 30 };
static const double STARVED = 1.5;
static pthread_mutex_t m;
static pthread_mutexattr_t inherit;
static int held, dies, hogs, has_died, heir_ran;

/* The n-th CPU that the process may use. */
static void pin(int n)
{
	static cpu_set_t allowed;
	if (!CPU_COUNT(&allowed))
		OK(sched_getaffinity(0, sizeof allowed, &allowed));
	if (CPU_COUNT(&allowed) < 2)
		SKIP("one CPU");
	int cpu = 0;
	while (!CPU_ISSET(cpu, &allowed) || n--)
		cpu++;
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	OK(sched_setaffinity(0, sizeof one, &one));
}

static void *owner(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(held, 1);
	UNTIL(LOAD(dies));
	return v;
}

static void *heir(void *v)
{
	OK(pthread_mutex_lock(&m));
	STORE(heir_ran, 1);
	OK(pthread_mutex_unlock(&m));
	return v;
}

/* Occupies the heir's CPU from before the owner's death on; the other CPU is left to everybody else. */
static void *hog(void *v)
{
	STORE(hogs, 1);
	while (!LOAD(has_died))
		;
	for (double end = t_now() + STARVED; t_now() < end;)
		EQ(LOAD(heir_ran), 0);
	return v;
}

/* An ordinary thread that holds an inheriting mutex waits in the kernel too. */
static void *come_late(void *how)
{
	struct timespec soon = t_in(CLOCK_REALTIME, 200), far = t_in(CLOCK_REALTIME, 20000);
	pthread_mutex_t mine;
	OK(pthread_mutex_init(&mine, &inherit));
	OK(pthread_mutex_lock(&mine));
	switch ((long)how) {
	case 0:
		OK(pthread_mutex_lock(&m));
		OK(pthread_mutex_unlock(&m));
		break;
	case 1:
		OK(pthread_mutex_timedlock(&m, &far));
		OK(pthread_mutex_unlock(&m));
		break;
	case 2:
		EQ(pthread_mutex_timedlock(&m, &soon), ETIMEDOUT);
		EQ(pthread_mutex_trylock(&m), EBUSY);
		EQ(LOAD(heir_ran), 0);
		break;
	}
	OK(pthread_mutex_unlock(&mine));
	return how;
}

int main(void)
{
	struct t_thread o, first, h, late[3];
	OK(pthread_mutexattr_init(&inherit));
	OK(pthread_mutexattr_setprotocol(&inherit, PTHREAD_PRIO_INHERIT));
	OK(pthread_mutex_init(&m, &inherit));
	t_fifo(MASTER);
	pin(1);
	t_start_fifo(&o, 0, owner, NULL);
	UNTIL(LOAD(held));
	pin(0);
	t_start_fifo(&first, HEIR, heir, NULL);
	t_blocked(&first);
	t_start_fifo(&h, HOG, hog, NULL);
	UNTIL(LOAD(hogs));
	pin(1);
	STORE(dies, 1);
	t_join(&o);
	STORE(has_died, 1);
	for (long how = 0; how < 3; how++)
		t_start(&late[how], come_late, (void *)how);
	for (int n = 0; n < 3; n++)
		t_join(&late[n]);
	t_join(&first);
	t_join(&h);
	return 0;
}
