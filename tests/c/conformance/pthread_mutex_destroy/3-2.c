/* A mutex destroyed twice gives EINVAL the second time. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(sizeof *m);
		t_mutex(m, k);
		OK(pthread_mutex_destroy(m));
		EQ(pthread_mutex_destroy(m), EINVAL);
	}
	return 0;
}
