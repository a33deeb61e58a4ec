/* What every snippet includes. A snippet names one function of the C library and calls it in earnest:
 *
 *	#include "snippet.h"
 *	SYMBOL(pthread_mutex_lock)
 *	static void body(void) { ... THIS(&m) ... }
 *
 * THIS is that function: as it was linked, or in the version that SNIPPET_VERSION names. FN(name) is another
 * function of the same family, in that version if the C library has it so: objects of an old version must
 * not meet functions of a new one. A snippet for a name that nothing can be linked with any more, or that is
 * only a second name, defines OTHER_NAME and includes the first one's snippet.
 *
 * SNIPPET_WAY says from where the body is called: `main` (the default), `constructor`, or `preinit`, which is
 * before the constructor of any library. SNIPPET_HOME says in which file THIS must be found. All three are
 * read from the environment, so that one program, compiled once, serves every way.
 */
#pragma once
#include "sem.h"
#include <dlfcn.h>
#include <threads.h>

static void body(void);
static void s_bind(void);
static const char *s_name, *s_version;
static void *s_address;
/* THIS must be one of fusyn's: what POSIX leaves open and fusyn promises can be asked for. */
static int s_ours T_UNUSED;
static int s_done;

/* A function by name: in the version asked for, else as it was linked, else as dlsym finds it. */
T_UNUSED static void *s_find(const char *name, void *linked)
{
	void *found = s_version ? dlvsym(RTLD_DEFAULT, name, s_version) : NULL;
	if (!found)
		found = linked;
	return found ? found : dlsym(RTLD_DEFAULT, name);
}

#define S_TEXT_(x) #x
#define S_TEXT(x) S_TEXT_(x)
#define S_SYMBOL(text, linked, type)                                                               \
	static type s_this;                                                                        \
	static void s_bind(void)                                                                   \
	{                                                                                          \
		s_name = text;                                                                     \
		s_address = s_find(text, (void *)(linked));                                        \
		s_this = (type)s_address;                                                          \
	}
#ifdef OTHER_NAME
#define SYMBOL(name) S_SYMBOL(S_TEXT(OTHER_NAME), NULL, __typeof__(&name))
#else
#define SYMBOL(name) S_SYMBOL(#name, &name, __typeof__(&name))
#endif
#define THIS s_this
#define FN(name) ((__typeof__(&name))s_find(#name, (void *)&name))

/* `getenv` knows nothing yet in .preinit_array. */
static const char *s_setting(char **env, const char *key)
{
	size_t length = strlen(key);
	for (; *env; env++)
		if (!strncmp(*env, key, length) && (*env)[length] == '=')
			return *env + length + 1;
	return NULL;
}

static void s_check_home(const char *home)
{
	Dl_info info;
	TRUE(dladdr(s_address, &info));
	const char *name = strrchr(info.dli_fname, '/');
	if (strcmp(name ? name + 1 : info.dli_fname, home))
		FAIL("%s is in %s, not in %s", s_name, info.dli_fname, home);
}

static void s_enter(const char *here, char **env)
{
	const char *way = s_setting(env, "SNIPPET_WAY"), *home = s_setting(env, "SNIPPET_HOME");
	if (strcmp(way ? way : "main", here))
		return;
	s_version = s_setting(env, "SNIPPET_VERSION");
	s_ours = home && strcmp(home, "libc.so.6");
	s_bind();
	if (!s_address)
		FAIL("no %s", s_name);
	if (s_version && !dlvsym(RTLD_DEFAULT, s_name, s_version))
		FAIL("no %s@%s", s_name, s_version);
	if (home)
		s_check_home(home);
	body();
	s_done = 1;
}

static void s_preinit(int argc, char **argv, char **env)
{
	(void)argc, (void)argv;
	s_enter("preinit", env);
}
__attribute__((section(".preinit_array"), used)) static void (*const s_early)(int, char **, char **) = s_preinit;

__attribute__((constructor)) static void s_constructor(int argc, char **argv, char **env)
{
	(void)argc, (void)argv;
	s_enter("constructor", env);
}

int main(int argc, char **argv, char **env)
{
	(void)argc, (void)argv;
	s_enter("main", env);
	if (!s_done)
		FAIL("the body was not called");
	return 0;
}
