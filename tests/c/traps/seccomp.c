/* A sandbox that knows no newer system calls: futex_waitv and the others of futex2, the scheduling
 * attributes, prctl and FUTEX_LOCK_PI2 give ENOSYS or EPERM. Everything works on. */
// limit: 40
#include "families.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

#define LOADED(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define DENY(nr, error)                                                                            \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

static void sandbox(int error)
{
	struct sock_filter filter[] = {
		LOADED(nr),
		DENY(449, error), /* futex_waitv */
		DENY(454, error), /* futex_wake */
		DENY(455, error), /* futex_wait */
		DENY(456, error), /* futex_requeue */
		DENY(SYS_sched_setattr, error),
		DENY(SYS_sched_getattr, error),
		DENY(SYS_prctl, error),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 4),
		LOADED(args[1]),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 127),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 13 /* FUTEX_LOCK_PI2 */, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		SKIP("no right to a seccomp filter");
	EQ(syscall(449, 0, 0, 0, 0, 0), -1);
	EQ(errno, error);
}

static void timed(void)
{
	pthread_mutex_t m;
	struct timespec end = t_in(CLOCK_MONOTONIC, 20);
	t_mutex(&m, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, 0, 0));
	OK(pthread_mutex_lock(&m));
	EQ(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end), ETIMEDOUT);
	TRUE(t_passed(CLOCK_MONOTONIC, end));
	OK(pthread_mutex_unlock(&m));
}

static void body(void *error)
{
	sandbox(error ? ENOSYS : EPERM);
	families_use();
	timed();
}

int main(void)
{
	t_reap(t_fork(body, NULL));
	t_reap(t_fork(body, stdout));
	return 0;
}
