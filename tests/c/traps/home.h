/* Where a function comes from. */
#pragma once
#include "t.h"
#include <dlfcn.h>

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
