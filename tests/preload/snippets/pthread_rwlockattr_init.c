/* Private, and the default kind, whatever was in the memory. */
#include "snippet.h"
SYMBOL(pthread_rwlockattr_init)

static void body(void)
{
	pthread_rwlockattr_t a;
	int v = -1;
	memset(&a, 0xff, sizeof a);
	OK(THIS(&a));
	OK(pthread_rwlockattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(pthread_rwlockattr_getkind_np(&a, &v));
	EQ(v, PTHREAD_RWLOCK_DEFAULT_NP);
}
