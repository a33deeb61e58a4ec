/* However a program looks the functions up (linked, by dlsym, by dlvsym with any version that libc has),
 * the whole family comes from one object: no object lives half on each side. */
// flags: -ldl
#include "t.h"
#include <dlfcn.h>
#include <threads.h>

static const char *home;

static const char *file_of(void *p, const char *name)
{
	Dl_info info;
	if (!p)
		FAIL("%s is not found", name);
	if (!dladdr(p, &info) || !info.dli_fname)
		FAIL("%s has no home", name);
	return info.dli_fname;
}

static void at_home(void *p, const char *name)
{
	const char *file = file_of(p, name);
	if (strcmp(file, home))
		FAIL("%s is in %s, pthread_mutex_lock in %s", name, file, home);
}

static void look(const char *name)
{
	static const char *versions[] = { "GLIBC_2.2.5", "GLIBC_2.3.2", "GLIBC_2.3.3", "GLIBC_2.4", "GLIBC_2.12",
					  "GLIBC_2.28",	 "GLIBC_2.30",	"GLIBC_2.34" };
	at_home(dlsym(RTLD_DEFAULT, name), name);
	at_home(dlsym(RTLD_NEXT, name), name);
	for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++) {
		void *p = dlvsym(RTLD_DEFAULT, name, versions[i]);
		if (p)
			at_home(p, name);
	}
}

int main(void)
{
	static const char *names[] = {
		"pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_trylock",
		"pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_mutex_unlock", "pthread_mutex_consistent",
		"pthread_mutex_getprioceiling", "pthread_mutex_setprioceiling", "pthread_mutexattr_init",
		"pthread_mutexattr_destroy", "pthread_mutexattr_gettype", "pthread_mutexattr_settype",
		"pthread_mutexattr_getpshared", "pthread_mutexattr_setpshared", "pthread_mutexattr_getrobust",
		"pthread_mutexattr_setrobust", "pthread_mutexattr_getprotocol", "pthread_mutexattr_setprotocol",
		"pthread_mutexattr_getprioceiling", "pthread_mutexattr_setprioceiling", "pthread_cond_init",
		"pthread_cond_destroy", "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait",
		"pthread_cond_signal", "pthread_cond_broadcast", "pthread_condattr_init", "pthread_condattr_destroy",
		"pthread_condattr_getpshared", "pthread_condattr_setpshared", "pthread_condattr_getclock",
		"pthread_condattr_setclock", "mtx_init", "mtx_destroy", "mtx_lock", "mtx_trylock", "mtx_timedlock",
		"mtx_unlock", "cnd_init", "cnd_destroy", "cnd_wait", "cnd_timedwait", "cnd_signal", "cnd_broadcast",
		"pthread_setschedparam", "pthread_setschedprio", "sched_setscheduler", "sched_setparam",
	};
	static const char *old_names[] = {
		"__pthread_mutex_init", "__pthread_mutex_destroy", "__pthread_mutex_lock", "__pthread_mutex_trylock",
		"__pthread_mutex_unlock", "__pthread_mutexattr_init", "__pthread_mutexattr_destroy",
		"__pthread_mutexattr_settype", "pthread_mutexattr_getkind_np", "pthread_mutexattr_setkind_np",
		"pthread_mutexattr_getrobust_np", "pthread_mutexattr_setrobust_np", "pthread_mutex_consistent_np",
	};
	home = file_of((void *)pthread_mutex_lock, "pthread_mutex_lock");
	at_home((void *)pthread_cond_wait, "linked pthread_cond_wait");
	at_home((void *)mtx_lock, "linked mtx_lock");
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		look(names[i]);
	for (unsigned i = 0; i < sizeof old_names / sizeof *old_names; i++)
		at_home(dlvsym(RTLD_DEFAULT, old_names[i], i < 10 ? "GLIBC_2.2.5" : "GLIBC_2.4"), old_names[i]);
	puts(home);
	return 0;
}
