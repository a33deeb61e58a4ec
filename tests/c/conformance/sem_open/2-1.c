/* A named semaphore works between a process with the preloaded library, if there is one, and a process
 * without: the same program, started again with an empty environment. */
#include "sem.h"

enum { ROUNDS = 300 };

static int without(const char *there, const char *back)
{
	sem_t *a = sem_open(there, 0), *b = sem_open(back, 0);
	TRUE(a != SEM_FAILED && b != SEM_FAILED && !getenv("LD_PRELOAD"));
	for (int i = 0; i < ROUNDS; i++) {
		OK(sem_wait(a));
		OK(sem_post(b));
	}
	return 0;
}

int main(int argc, char **argv)
{
	char there[64], back[64], *empty[] = { NULL };
	if (argc == 3)
		return without(argv[1], argv[2]);
	snprintf(there, sizeof there, "/fusyn-test-there-%d", getpid());
	snprintf(back, sizeof back, "/fusyn-test-back-%d", getpid());
	sem_t *a = sem_open(there, O_CREAT | O_EXCL, 0600, 0), *b = sem_open(back, O_CREAT | O_EXCL, 0600, 0);
	TRUE(a != SEM_FAILED && b != SEM_FAILED);
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (!pid) {
		char *args[] = { argv[0], there, back, NULL };
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execve("/proc/self/exe", args, empty);
		_exit(1);
	}
	for (int i = 0; i < ROUNDS; i++) {
		struct timespec end = t_in(CLOCK_MONOTONIC, 5000);
		OK(sem_post(a));
		int r = sem_clockwait(b, CLOCK_MONOTONIC, &end);
		if (r) {
			sem_unlink(there);
			sem_unlink(back);
			FAIL("round %d: %s", i, strerror(errno));
		}
	}
	OK(sem_unlink(there));
	OK(sem_unlink(back));
	t_reap(pid);
	return 0;
}
