/* The attribute is private at first, keeps what is set, and refuses what is neither. */
#include "t.h"

int main(void)
{
	pthread_barrierattr_t a;
	int v = -1;
	memset(&a, 0xff, sizeof a);
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	EQ(pthread_barrierattr_setpshared(&a, 99), EINVAL);
	OK(pthread_barrierattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_barrierattr_destroy(&a));
	return 0;
}
