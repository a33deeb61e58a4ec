/* sched_setattr and sched_getattr, found by name: results by -1 and errno, own and other thread, nice value, what
 * the one sets the other shows; the size that the kernel knows comes back in a struct that it refuses. */
#include "t.h"
#include <dlfcn.h>

struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static int (*set)(pid_t, struct attributes *, unsigned);
static int (*get)(pid_t, struct attributes *, unsigned, unsigned);

static void fails(int result, int error)
{
	EQ(result, -1);
	EQ(errno, error);
	errno = 0;
}

static void idle(void *v)
{
	(void)v;
	for (;;)
		pause();
}

int main(void)
{
	struct attributes a = { .size = sizeof a, .policy = SCHED_FIFO, .priority = 12 }, got;
	*(void **)&set = dlsym(RTLD_DEFAULT, "sched_setattr");
	*(void **)&get = dlsym(RTLD_DEFAULT, "sched_getattr");
	TRUE(set && get);
	errno = 0;
	t_fifo(1);
	pid_t child = t_fork(idle, NULL);
	OK(set(child, &a, 0));
	OK(get(child, &got, sizeof got, 0));
	EQ(got.policy, SCHED_FIFO);
	EQ(got.priority, 12);
	EQ(sched_getscheduler(child), SCHED_FIFO);
	a.priority = 13;
	OK(set(0, &a, 0));
	OK(get(0, &got, sizeof got, 0));
	EQ(got.size, sizeof got);
	EQ(got.priority, 13);
	a.policy = SCHED_OTHER;
	a.priority = 0;
	a.nice = 3;
	OK(set(0, &a, 0));
	OK(get(t_gettid(), &got, sizeof got, 0));
	EQ(got.policy, SCHED_OTHER);
	EQ(got.nice, 3);
	EQ(errno, 0);
	a.priority = 1;
	fails(set(0, &a, 0), EINVAL);
	a.priority = 0;
	fails(set(0, &a, 7), EINVAL);
	fails(set(-1, &a, 0), EINVAL);
	fails(set(0, NULL, 0), EINVAL);
	fails(get(0, &got, 8, 0), EINVAL);
	a.size = 8;
	fails(set(0, &a, 0), E2BIG);
	TRUE(a.size >= sizeof a);
	a.size = sizeof a;
	t_kill(child);
	fails(set(child, &a, 0), ESRCH);
	fails(get(child, &got, sizeof got, 0), ESRCH);
	return 0;
}
