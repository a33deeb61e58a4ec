/* Locks before any constructor has run, and after; says nothing by itself. */
#include "../t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock_once(void)
{
	OK(pthread_mutex_lock(&m));
	OK(pthread_mutex_unlock(&m));
}
static void early(int argc, char **argv, char **env)
{
	(void)argc, (void)argv, (void)env;
	lock_once();
}
__attribute__((section(".preinit_array"), used)) static void (*early_p)(int, char **, char **) = early;

int main(void)
{
	lock_once();
	return 0;
}
