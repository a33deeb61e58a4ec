/* The other names under which libc has these functions (old names, and names with two underscores)
 * are there, and work on the same objects as the standard names: no half of a life on either side. */
// flags: -ldl
#include "t.h"
#include <dlfcn.h>

typedef int attr_fn(pthread_mutexattr_t *), attr_set(pthread_mutexattr_t *, int),
	attr_get(const pthread_mutexattr_t *, int *), mutex_fn(pthread_mutex_t *),
	init_fn(pthread_mutex_t *, const pthread_mutexattr_t *);

static void *named(const char *name, const char *version)
{
	void *p = dlvsym(RTLD_DEFAULT, name, version);
	if (!p)
		FAIL("no %s@%s", name, version);
	return p;
}
#define OLD(type, name) ((type *)named(name, "GLIBC_2.2.5"))
#define V24(type, name) ((type *)named(name, "GLIBC_2.4"))

int main(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	int v = -1;
	OK(OLD(attr_fn, "__pthread_mutexattr_init")(&a));
	OK(OLD(attr_set, "__pthread_mutexattr_settype")(&a, PTHREAD_MUTEX_RECURSIVE));
	OK(OLD(attr_get, "pthread_mutexattr_getkind_np")(&a, &v));
	EQ(v, PTHREAD_MUTEX_RECURSIVE);
	OK(OLD(attr_set, "pthread_mutexattr_setkind_np")(&a, PTHREAD_MUTEX_ERRORCHECK));
	OK(pthread_mutexattr_gettype(&a, &v));
	EQ(v, PTHREAD_MUTEX_ERRORCHECK);
	OK(V24(attr_set, "pthread_mutexattr_setrobust_np")(&a, PTHREAD_MUTEX_ROBUST));
	OK(V24(attr_get, "pthread_mutexattr_getrobust_np")(&a, &v));
	EQ(v, PTHREAD_MUTEX_ROBUST);
	OK(OLD(init_fn, "__pthread_mutex_init")(&m, &a));
	OK(OLD(mutex_fn, "__pthread_mutex_lock")(&m));
	EQ(pthread_mutex_lock(&m), EDEADLK);
	EQ(OLD(mutex_fn, "__pthread_mutex_trylock")(&m) != 0, 1);
	EQ(t_other_try(&m), EBUSY);
	EQ(V24(mutex_fn, "pthread_mutex_consistent_np")(&m), EINVAL);
	OK(OLD(mutex_fn, "__pthread_mutex_unlock")(&m));
	OK(pthread_mutex_lock(&m));
	OK(OLD(mutex_fn, "__pthread_mutex_unlock")(&m));
	OK(OLD(mutex_fn, "__pthread_mutex_destroy")(&m));
	OK(OLD(attr_fn, "__pthread_mutexattr_destroy")(&a));
	return 0;
}
