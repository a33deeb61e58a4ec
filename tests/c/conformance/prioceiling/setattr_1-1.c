/* A thread that is set by sched_setattr while it holds a ceiling mutex gets what it was set to when it unlocks:
 * what the call kept (SCHED_FLAG_KEEP_POLICY, SCHED_FLAG_KEEP_PARAMS), what sched_setparam kept, and a deadline
 * too, never the ceiling. */
#include "t.h"
#include <dlfcn.h>

enum { KEEP_POLICY = 0x08, KEEP_PARAMS = 0x10, CEILING = 30 };

struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static int (*set)(pid_t, struct attributes *, unsigned);
static pthread_mutex_t m;

static void runs_at(int policy, int priority)
{
	struct sched_param param;
	OK(sched_getparam(0, &param));
	EQ(sched_getscheduler(0), policy);
	EQ(param.sched_priority, priority);
}

static void is_set_to(int policy, int priority)
{
	struct sched_param param = { .sched_priority = priority };
	OK(sched_setscheduler(0, policy, &param));
}

/* Under the ceiling: sets, and is still there; then leaves it. */
static void set_under_ceiling(struct attributes a)
{
	a.size = sizeof a;
	OK(pthread_mutex_lock(&m));
	OK(set(0, &a, 0));
	if (a.policy != SCHED_DEADLINE)
		runs_at(sched_getscheduler(0), CEILING);
	OK(pthread_mutex_unlock(&m));
}

int main(void)
{
	*(void **)&set = dlsym(RTLD_DEFAULT, "sched_setattr");
	TRUE(set);
	t_fifo(1);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, CEILING);
	is_set_to(SCHED_OTHER, 0);
	t_where = "nothing set";
	set_under_ceiling((struct attributes){ .flags = KEEP_POLICY | KEEP_PARAMS });
	runs_at(SCHED_OTHER, 0);
	t_where = "a priority without its policy";
	set_under_ceiling((struct attributes){ .flags = KEEP_POLICY, .priority = 20 });
	runs_at(SCHED_OTHER, 0);
	t_where = "a policy without its priority";
	set_under_ceiling((struct attributes){ .flags = KEEP_PARAMS, .policy = SCHED_RR });
	runs_at(SCHED_OTHER, 0);
	t_where = "sched_setparam";
	OK(pthread_mutex_lock(&m));
	OK(sched_setparam(0, &(struct sched_param){ .sched_priority = 20 }));
	OK(pthread_mutex_unlock(&m));
	runs_at(SCHED_OTHER, 0);
	is_set_to(SCHED_RR, 3);
	t_where = "real-time, nothing set";
	set_under_ceiling((struct attributes){ .flags = KEEP_POLICY | KEEP_PARAMS });
	runs_at(SCHED_RR, 3);
	t_where = "real-time, a priority without its policy";
	set_under_ceiling((struct attributes){ .flags = KEEP_POLICY, .priority = 4 });
	runs_at(SCHED_RR, 4);
	t_where = "a deadline";
	set_under_ceiling((struct attributes){
		.policy = SCHED_DEADLINE, .runtime = 1000000, .deadline = 100000000, .period = 100000000 });
	runs_at(SCHED_DEADLINE, 0);
	return 0;
}
