/* A null pointer, for the attributes or for the result, is EINVAL. */
#include "t.h"

int main(void)
{
	pthread_barrierattr_t real, *volatile none = NULL;
	int v = 4711, *volatile nowhere = NULL;
	EQ(pthread_barrierattr_init(none), EINVAL);
	EQ(pthread_barrierattr_destroy(none), EINVAL);
	EQ(pthread_barrierattr_setpshared(none, PTHREAD_PROCESS_SHARED), EINVAL);
	EQ(pthread_barrierattr_getpshared(none, &v), EINVAL);
	EQ(v, 4711);
	OK(pthread_barrierattr_init(&real));
	EQ(pthread_barrierattr_getpshared(&real, nowhere), EINVAL);
	return 0;
}
