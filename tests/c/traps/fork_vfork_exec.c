/* vfork and exec while locks are held and threads are blocked: the parent goes on as if nothing had been,
 * and the new program, with the same preload, has working locks. */
#include "fork.h"

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
	for (int i = 0; i < 5; i++) {
		char *args[] = { argv[0], "again", NULL };
		pid_t pid = vfork();
		TRUE(pid >= 0);
		if (pid == 0) {
			execve("/proc/self/exe", args, environ);
			_exit(3);
		}
		t_reap(pid);
		EQ(pthread_mutex_lock(&held[PTHREAD_MUTEX_ERRORCHECK][0]), EDEADLK);
		EQ(pthread_mutex_lock(&held[PTHREAD_MUTEX_ERRORCHECK][1]), EDEADLK);
		EQ(held[0][1].__data.__lock & 0x3fffffff, t_gettid());
	}
	fork_finish();
	return 0;
}
