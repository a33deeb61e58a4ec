/* init, use, destroy, again and again at one address with another kind each time. */
#include "t.h"

int main(void)
{
	pthread_mutex_t *m = t_shared(sizeof *m);
	for (int round = 0; round < 50; round++)
		EACH_KIND(k) {
			t_mutex(m, k);
			OK(pthread_mutex_lock(m));
			if (k.type == PTHREAD_MUTEX_RECURSIVE) {
				OK(pthread_mutex_lock(m));
				OK(pthread_mutex_unlock(m));
			}
			OK(pthread_mutex_unlock(m));
			OK(pthread_mutex_destroy(m));
		}
	return 0;
}
