/* Prints the file that pthread_mutex_lock is in, and the mode. */
// flags: -ldl
#include "t.h"
#include <dlfcn.h>

int main(void)
{
	Dl_info info;
	TRUE(dladdr((void *)pthread_mutex_lock, &info));
	const char *mode = getenv("FUSYN_BACKEND");
	printf("%s %s\n", info.dli_fname, mode ? mode : "none");
	return 0;
}
