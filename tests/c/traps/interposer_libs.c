/* Another preloaded library that interposes some of the functions, before and after the shim: before it,
 * its calls arrive in the shim; after it, it sees none; every object works. */
// flags: -ldl
// needs: interposer.so.c
#include "families.h"
#include <dlfcn.h>

extern char **environ;

static void again(char *self, const char *stage, const char *preload)
{
	char *args[] = { self, (char *)stage, NULL };
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		OK(setenv("LD_PRELOAD", preload, 1));
		execve("/proc/self/exe", args, environ);
		_exit(3);
	}
	t_reap(pid);
}

int main(int argc, char **argv)
{
	const char *shim = getenv("LD_PRELOAD");
	char preload[4 * PATH_MAX];
	if (argc > 1) {
		int *calls = dlsym(RTLD_DEFAULT, "interposer_calls");
		TRUE(calls);
		families_use();
		if (!strcmp(argv[1], "before"))
			TRUE(*calls > 30);
		else
			EQ(*calls, 0);
		return 0;
	}
	snprintf(preload, sizeof preload, "./interposer.so%s%s", shim ? ":" : "", shim ? shim : "");
	again(argv[0], "before", preload);
	if (shim) {
		snprintf(preload, sizeof preload, "%s:./interposer.so", shim);
		again(argv[0], "after", preload);
	}
	return 0;
}
