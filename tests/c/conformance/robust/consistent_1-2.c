/* Only the owner may make a mutex consistent: another thread gets an error, and the state stays. */
#include "death.h"

static void *meddler(void *v)
{
	struct death *d = v;
	int r = pthread_mutex_consistent(&d->m);
	EITHER(r, EINVAL, EPERM);
	return NULL;
}

int main(void)
{
	EACH_ROBUST(k) {
		struct death *d = death_new(k);
		struct t_thread t;
		death_of_owner(d, k.shared);
		t_start(&t, meddler, d); /* owner died, nobody has it */
		t_join(&t);
		EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
		t_start(&t, meddler, d); /* somebody else has it */
		t_join(&t);
		OK(pthread_mutex_unlock(&d->m));
		EQ(pthread_mutex_lock(&d->m), ENOTRECOVERABLE);
	}
	return 0;
}
