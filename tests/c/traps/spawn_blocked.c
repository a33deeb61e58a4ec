/* posix_spawn from a program with 50 threads that are blocked at locks which the spawning one holds: the new
 * programs have working locks, the threads are all released afterwards. */
#include "fork.h"
#include <spawn.h>

extern char **environ;

int main(int argc, char **argv)
{
	if (argc > 1) {
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		OK(pthread_mutex_lock(&m));
		EQ(t_other_try(&m), EBUSY);
		OK(pthread_mutex_unlock(&m));
		return 0;
	}
	fork_prepare();
	for (int i = 0; i < 8; i++) {
		char *args[] = { argv[0], "again", NULL };
		pid_t pid;
		posix_spawnattr_t attr;
		OK(posix_spawnattr_init(&attr));
		OK(posix_spawnattr_setflags(&attr, i & 1 ? POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF : 0));
		OK(posix_spawn(&pid, "/proc/self/exe", NULL, &attr, args, environ));
		OK(posix_spawnattr_destroy(&attr));
		t_reap(pid);
		EQ(pthread_mutex_lock(&held[PTHREAD_MUTEX_ERRORCHECK][0]), EDEADLK);
		EQ(pthread_mutex_lock(&held[PTHREAD_MUTEX_ERRORCHECK][1]), EDEADLK);
	}
	fork_finish();
	return 0;
}
