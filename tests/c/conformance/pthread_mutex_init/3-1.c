/* What is done to the attributes object afterwards does not change the mutex; one object serves many. */
#include "t.h"

int main(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m[20];
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
	for (int i = 0; i < 20; i++)
		OK(pthread_mutex_init(&m[i], &a));
	OK(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
	OK(pthread_mutexattr_destroy(&a));
	memset(&a, 0xff, sizeof a);
	for (int i = 0; i < 20; i++) {
		OK(pthread_mutex_lock(&m[i]));
		OK(pthread_mutex_lock(&m[i]));
		OK(pthread_mutex_unlock(&m[i]));
		EQ(t_other_try(&m[i]), EBUSY);
		OK(pthread_mutex_unlock(&m[i]));
		OK(pthread_mutex_destroy(&m[i]));
	}
	return 0;
}
