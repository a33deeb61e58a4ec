/* Finds the function that the program is linked with, and nothing for an unknown name. */
#include "snippet.h"
SYMBOL(dlsym)

static void body(void)
{
	TRUE(THIS(RTLD_DEFAULT, "pthread_mutex_lock") == (void *)pthread_mutex_lock);
	TRUE(THIS(RTLD_DEFAULT, "sem_post") == (void *)sem_post);
	TRUE(THIS(RTLD_NEXT, "pthread_mutex_lock") == (void *)pthread_mutex_lock);
	TRUE(!THIS(RTLD_DEFAULT, "fusyn_has_no_such_function"));
}
