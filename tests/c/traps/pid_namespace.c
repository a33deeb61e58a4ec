/* In a PID namespace of its own a process has the id 1, and with few processes its threads have small ids; at
 * the other end ids are as high as the kernel gives them. All families work there; and the death of an owner
 * inside is told to a process outside. */
// limit: 60
#include "families.h"
#include <sys/mount.h>

static pthread_mutex_t *robust;

static void inside(void *high)
{
	EQ(getpid(), 1);
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("proc", "/proc", "proc", 0, NULL))
		SKIP("no right to mount /proc");
	if (high) {
		char most[32];
		TRUE(t_slurp("/proc/sys/kernel/pid_max", most, sizeof most));
		int fd = open("/proc/sys/kernel/ns_last_pid", O_WRONLY);
		if (fd < 0 || dprintf(fd, "%d", atoi(most) - 200) < 0)
			SKIP("no right to choose ids");
		close(fd);
	}
	/* In a child, whose ids are then next to the chosen one. */
	pid_t pid = t_fork((void (*)(void *))families_use, NULL);
	TRUE(high ? pid > 10000 : pid < 10);
	t_reap(pid);
	families_use();
	OK(pthread_mutex_lock(robust));
}

static void enter(void *high)
{
	if (unshare(CLONE_NEWPID | CLONE_NEWNS))
		SKIP("no right to a PID namespace");
	int status = t_wait(t_fork(inside, high));
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

int main(void)
{
	robust = t_shared(sizeof *robust);
	for (long high = 0; high < 2; high++) {
		t_mutex(robust, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST, 1));
		int status = t_wait(t_fork(enter, (void *)high));
		if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
			return 77;
		OK(status);
		EQ(pthread_mutex_lock(robust), EOWNERDEAD);
		OK(pthread_mutex_consistent(robust));
		OK(pthread_mutex_unlock(robust));
	}
	return 0;
}
