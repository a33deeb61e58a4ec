/* A null attribute pointer gives a default mutex: unlocked, private, stalled, no protocol. */
#include "t.h"

int main(void)
{
	pthread_mutex_t m;
	memset(&m, 0xa5, sizeof m);
	OK(pthread_mutex_init(&m, NULL));
	OK(pthread_mutex_trylock(&m));
	EQ(pthread_mutex_trylock(&m), EBUSY);
	EQ(t_other_try(&m), EBUSY);
	OK(pthread_mutex_unlock(&m));
	OK(t_other_try(&m));
	EQ(pthread_mutex_consistent(&m), EINVAL);
	int ceiling;
	EQ(pthread_mutex_getprioceiling(&m, &ceiling), EINVAL);
	OK(pthread_mutex_destroy(&m));
	return 0;
}
