/* The ceiling of a mutex that has one; EINVAL for one without. */
#include "snippet.h"
SYMBOL(pthread_mutex_getprioceiling)

static void body(void)
{
	pthread_mutex_t m, none = PTHREAD_MUTEX_INITIALIZER;
	int ceiling = -1;
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 23);
	OK(THIS(&m, &ceiling));
	EQ(ceiling, 23);
	EQ(THIS(&none, &ceiling), EINVAL);
	EQ(ceiling, 23);
}
