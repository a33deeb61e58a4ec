/* A null pointer, for the attributes or for the result, is EINVAL. */
#include "t.h"

int main(void)
{
	pthread_rwlockattr_t real, *volatile none = NULL;
	int v = 4711, *volatile nowhere = NULL;
	EQ(pthread_rwlockattr_init(none), EINVAL);
	EQ(pthread_rwlockattr_destroy(none), EINVAL);
	EQ(pthread_rwlockattr_setpshared(none, PTHREAD_PROCESS_SHARED), EINVAL);
	EQ(pthread_rwlockattr_setkind_np(none, PTHREAD_RWLOCK_PREFER_WRITER_NP), EINVAL);
	EQ(pthread_rwlockattr_getpshared(none, &v), EINVAL);
	EQ(pthread_rwlockattr_getkind_np(none, &v), EINVAL);
	EQ(v, 4711);
	OK(pthread_rwlockattr_init(&real));
	EQ(pthread_rwlockattr_getpshared(&real, nowhere), EINVAL);
	EQ(pthread_rwlockattr_getkind_np(&real, nowhere), EINVAL);
	return 0;
}
