/* New attributes: private, default kind, whatever was in the memory; a value that is none changes nothing; what
 * is done to them after it does not change the lock; destroyed, they can be initialised again. */
#include "rw.h"

int main(void)
{
	static const unsigned char patterns[] = { 0, 0xff, 0x55 };
	static const int bad[] = { -1, 2, 128, INT_MAX, INT_MIN }, bad_kinds[] = { -1, 99, INT_MAX, INT_MIN };
	for (int i = 0; i < 3; i++) {
		pthread_rwlockattr_t a;
		pthread_rwlock_t rw;
		int v = -1;
		memset(&a, patterns[i], sizeof a);
		OK(pthread_rwlockattr_init(&a));
		for (int j = 0; j < 5; j++)
			EQ(pthread_rwlockattr_setpshared(&a, bad[j]), EINVAL);
		for (int j = 0; j < 4; j++)
			EQ(pthread_rwlockattr_setkind_np(&a, bad_kinds[j]), EINVAL);
		OK(pthread_rwlockattr_getpshared(&a, &v));
		EQ(v, PTHREAD_PROCESS_PRIVATE);
		OK(pthread_rwlockattr_getkind_np(&a, &v));
		EQ(v, PTHREAD_RWLOCK_DEFAULT_NP);
		OK(pthread_rwlock_init(&rw, &a));
		OK(pthread_rwlockattr_destroy(&a));
		memset(&a, 0xff, sizeof a);
		OK(pthread_rwlock_rdlock(&rw));
		OK(rw_other_tryrd(&rw));
		EQ(rw_other_trywr(&rw), EBUSY);
		OK(pthread_rwlock_unlock(&rw));
		OK(pthread_rwlock_destroy(&rw));
	}
	return 0;
}
