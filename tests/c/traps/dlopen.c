/* A library that is loaded later, and locks while it is being loaded and unloaded, by several threads;
 * it calls the same functions as the program. */
// flags: -ldl
// needs: dlopen_lib.so.c
#include "t.h"
#include <dlfcn.h>

static void *loader(void *v)
{
	t_gate_wait();
	for (int i = 0; i < 30; i++) {
		void *lib = dlopen("./dlopen_lib.so", i & 1 ? RTLD_NOW : RTLD_LAZY);
		if (!lib)
			FAIL("dlopen: %s", dlerror());
		int (*use)(void) = (int (*)(void))dlsym(lib, "plugin_use");
		void *(*lock)(void) = (void *(*)(void))dlsym(lib, "plugin_lock");
		void *(*wait)(void) = (void *(*)(void))dlsym(lib, "plugin_wait");
		OK(use());
		TRUE(lock() == (void *)pthread_mutex_lock);
		TRUE(wait() == (void *)pthread_cond_wait);
		OK(dlclose(lib));
	}
	return v;
}

int main(void)
{
	struct t_thread t[4];
	for (int i = 0; i < 4; i++)
		t_start(&t[i], loader, NULL);
	t_gate_open();
	for (int i = 0; i < 4; i++)
		t_join(&t[i]);
	return 0;
}
