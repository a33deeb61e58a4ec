/* Defaults, values that are taken and values that are refused; refused ones change nothing. */
#include "rw.h"

int main(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	OK(pthread_rwlockattr_init(&a));
	OK(pthread_rwlockattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, PTHREAD_RWLOCK_DEFAULT_NP);
	for (int kind = 0; kind < 3; kind++) {
		OK(pthread_rwlockattr_setkind_np(&a, kind));
		OK(pthread_rwlockattr_getkind_np(&a, &v));
		EQ(v, kind);
	}
	EQ(pthread_rwlockattr_setkind_np(&a, 3), EINVAL);
	EQ(pthread_rwlockattr_setkind_np(&a, -1), EINVAL);
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, 2);
	OK(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	EQ(pthread_rwlockattr_setpshared(&a, 2), EINVAL);
	EQ(pthread_rwlockattr_setpshared(&a, -1), EINVAL);
	OK(pthread_rwlockattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_SHARED);
	OK(pthread_rwlockattr_destroy(&a));
	return 0;
}
