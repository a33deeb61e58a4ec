/* A shared condvar made by a process without the shim, or of another make: EINVAL, never a wait. */
#include "../t.h"

int main(int argc, char **argv)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_t a;
	if (argc > 1) {
		pthread_cond_t *c = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(argv[1]), 0);
		TRUE(c != MAP_FAILED);
		OK(pthread_condattr_init(&a));
		OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
		OK(pthread_cond_init(c, &a));
		return 0;
	}
	int fd = memfd_create("shared", 0);
	TRUE(fd >= 0 && !ftruncate(fd, 4096));
	pthread_cond_t *c = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	TRUE(c != MAP_FAILED);
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		char number[16];
		snprintf(number, sizeof number, "%d", fd);
		unsetenv("LD_PRELOAD");
		execl("/proc/self/exe", argv[0], number, (char *)NULL);
		_exit(1);
	}
	t_reap(pid);
	OK(pthread_mutex_lock(&m));
	struct timespec end = t_in(CLOCK_REALTIME, 50);
	EQ(pthread_cond_timedwait(c, &m, &end), EINVAL);
	EQ(pthread_cond_wait(c, &m), EINVAL);
	EQ(pthread_cond_signal(c), EINVAL);
	EQ(pthread_cond_broadcast(c), EINVAL);
	OK(pthread_mutex_unlock(&m));
	/* Garbage where the mark should be. */
	OK(pthread_condattr_init(&a));
	OK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_cond_init(c, &a));
	OK(pthread_cond_signal(c));
	((unsigned *)c)[3] ^= 1;
	EQ(pthread_cond_signal(c), EINVAL);
	return 0;
}
