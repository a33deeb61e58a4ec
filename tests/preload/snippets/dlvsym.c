/* Finds, by name and version, the function that the program is linked with; nothing in an unknown version. */
#include "snippet.h"
SYMBOL(dlvsym)

static void body(void)
{
	TRUE(THIS(RTLD_DEFAULT, "pthread_cond_wait", "GLIBC_2.3.2") == (void *)pthread_cond_wait);
	TRUE(THIS(RTLD_DEFAULT, "pthread_mutex_lock", "GLIBC_2.2.5") == (void *)pthread_mutex_lock);
	TRUE(THIS(RTLD_DEFAULT, "strlen", "GLIBC_2.2.5"));
	TRUE(!THIS(RTLD_DEFAULT, "fusyn_has_no_such_function", "GLIBC_2.2.5"));
}
