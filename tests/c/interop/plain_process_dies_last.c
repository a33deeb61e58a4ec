/* The other way round: a process with the shim dies with robust mutexes, one without it is told. */
#include "../t.h"

enum { KINDS = 8 };
static pthread_mutex_t *m;

static void die(void *unused)
{
	(void)unused;
	for (int i = 0; i < KINDS; i++)
		OK(pthread_mutex_lock(&m[i]));
	kill(getpid(), SIGKILL);
}

/* The process without the shim: repairs one half, gives up the other. */
static int other(int fd)
{
	TRUE(getenv("LD_PRELOAD") == NULL);
	m = mmap(NULL, KINDS * sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	TRUE(m != MAP_FAILED);
	for (int i = 0; i < KINDS; i++) {
		EQ(pthread_mutex_lock(&m[i]), EOWNERDEAD);
		if (i & 1)
			OK(pthread_mutex_consistent(&m[i]));
		OK(pthread_mutex_unlock(&m[i]));
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return other(atoi(argv[1]));
	int fd = memfd_create("shared", 0);
	TRUE(fd >= 0 && !ftruncate(fd, KINDS * sizeof *m));
	m = mmap(NULL, KINDS * sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	TRUE(m != MAP_FAILED);
	for (int i = 0; i < KINDS; i++)
		t_mutex(&m[i], t_kind_of(i & 2, i & 4 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
					 PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED));
	t_wait(t_fork(die, NULL));
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		char number[16];
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		snprintf(number, sizeof number, "%d", fd);
		unsetenv("LD_PRELOAD");
		execl("/proc/self/exe", argv[0], number, (char *)NULL);
		_exit(1);
	}
	t_reap(pid);
	for (int i = 0; i < KINDS; i++) {
		EQ(pthread_mutex_lock(&m[i]), i & 1 ? 0 : ENOTRECOVERABLE);
		if (i & 1)
			OK(pthread_mutex_unlock(&m[i]));
	}
	return 0;
}
