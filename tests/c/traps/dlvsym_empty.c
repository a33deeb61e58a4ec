/* dlvsym with an empty version: no symbol has it, so null and a message, whichever way it is looked for. */
// flags: -ldl
#include "home.h"

static void none(void *handle, const char *how, const char *name)
{
	dlerror();
	if (dlvsym(handle, name, ""))
		FAIL("%s: %s has an empty version", how, name);
	const char *said = dlerror();
	if (!said || !strstr(said, name))
		FAIL("%s: %s: dlerror says %s", how, name, said ? said : "nothing");
}

int main(void)
{
	static const char *names[] = { "pthread_mutex_lock", "pthread_cond_wait", "sem_post", "dlvsym", "malloc",
				       "fusyn_no_such_name" };
	void *program = dlopen(NULL, RTLD_NOW), *library;
	TRUE(program);
	home = file_of((void *)pthread_mutex_lock, "pthread_mutex_lock");
	library = dlopen(home, RTLD_NOW | RTLD_NOLOAD);
	TRUE(library);
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		none(RTLD_DEFAULT, "RTLD_DEFAULT", names[i]);
		none(RTLD_NEXT, "RTLD_NEXT", names[i]);
		none(program, "the program's handle", names[i]);
		none(library, "the library's handle", names[i]);
	}
	/* One that is there goes on to be found. */
	TRUE(dlvsym(RTLD_DEFAULT, "pthread_mutex_lock", "GLIBC_2.2.5"));
	return 0;
}
