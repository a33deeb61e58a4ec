/* The static initialisers are as good as pthread_mutex_init: of all four types, used without a call
 * that could initialise them first. */
#include "t.h"

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t zeroed;

static void plain(pthread_mutex_t *m)
{
	OK(pthread_mutex_lock(m));
	EQ(pthread_mutex_trylock(m), EBUSY);
	EQ(t_other_try(m), EBUSY);
	OK(pthread_mutex_unlock(m));
	OK(t_other_try(m));
	OK(pthread_mutex_destroy(m));
}

int main(void)
{
	plain(&normal);
	plain(&adaptive);
	plain(&zeroed);
	OK(pthread_mutex_lock(&recursive));
	OK(pthread_mutex_lock(&recursive));
	EQ(t_other_try(&recursive), EBUSY);
	OK(pthread_mutex_unlock(&recursive));
	OK(pthread_mutex_unlock(&recursive));
	EQ(pthread_mutex_unlock(&recursive), EPERM);
	EQ(pthread_mutex_unlock(&errorcheck), EPERM);
	OK(pthread_mutex_lock(&errorcheck));
	EQ(pthread_mutex_lock(&errorcheck), EDEADLK);
	OK(pthread_mutex_unlock(&errorcheck));
	EQ(pthread_mutex_unlock(&errorcheck), EPERM);
	OK(pthread_mutex_destroy(&recursive));
	OK(pthread_mutex_destroy(&errorcheck));
	return 0;
}
