/* The same with a version given, which a program does to get one of the two forms of pthread_cond_wait:
 * dlvsym with every version that libc has, also of names that are there for old programs only. */
// flags: -ldl
#include "home.h"

static void look(const char *name)
{
	static const char *versions[] = { "GLIBC_2.2.5", "GLIBC_2.3.2", "GLIBC_2.3.3", "GLIBC_2.4", "GLIBC_2.12",
					  "GLIBC_2.28",	 "GLIBC_2.30",	"GLIBC_2.34" };
	int found = 0;
	for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++) {
		void *p = dlvsym(RTLD_DEFAULT, name, versions[i]);
		if (p)
			at_home(p, name);
		found |= !!p;
	}
	if (!found)
		FAIL("%s has none of the versions", name);
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
		"pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_rwlock_rdlock",
		"pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock",
		"pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_timedwrlock",
		"pthread_rwlock_clockwrlock", "pthread_rwlock_unlock", "pthread_rwlockattr_init",
		"pthread_rwlockattr_destroy", "pthread_rwlockattr_getpshared", "pthread_rwlockattr_setpshared",
		"pthread_rwlockattr_getkind_np", "pthread_rwlockattr_setkind_np", "pthread_barrier_init",
		"pthread_barrier_destroy", "pthread_barrier_wait", "pthread_barrierattr_init",
		"pthread_barrierattr_destroy", "pthread_barrierattr_getpshared",
		"pthread_barrierattr_setpshared", "sem_init", "sem_destroy", "sem_wait", "sem_trywait",
		"sem_timedwait", "sem_clockwait", "sem_post", "sem_getvalue", "sem_open", "sem_close",
		"sem_unlink",
	};
	static const char *old_names[] = {
		"__pthread_mutex_init", "__pthread_mutex_destroy", "__pthread_mutex_lock", "__pthread_mutex_trylock",
		"__pthread_mutex_unlock", "__pthread_mutexattr_init", "__pthread_mutexattr_destroy",
		"__pthread_mutexattr_settype", "pthread_mutexattr_getkind_np", "pthread_mutexattr_setkind_np",
		"pthread_mutexattr_getrobust_np", "pthread_mutexattr_setrobust_np", "pthread_mutex_consistent_np",
		"__sched_setscheduler",
	};
	home = file_of((void *)pthread_mutex_lock, "pthread_mutex_lock");
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		look(names[i]);
	for (unsigned i = 0; i < sizeof old_names / sizeof *old_names; i++)
		look(old_names[i]);
	/* A name for old programs that no family has. */
	TRUE(dlvsym(RTLD_DEFAULT, "__pthread_once", "GLIBC_2.2.5"));
	return 0;
}
