/* Mutexes are unlocked in any order, not only in the reverse of locking: every kind. */
#include "t.h"

int main(void)
{
	EACH_KIND(k) {
		pthread_mutex_t *m = t_shared(4 * sizeof *m);
		static const int order[] = { 2, 0, 3, 1 };
		for (int i = 0; i < 4; i++) {
			t_mutex(&m[i], k);
			OK(pthread_mutex_lock(&m[i]));
		}
		for (int i = 0; i < 4; i++) {
			EQ(t_other_try(&m[order[i]]), EBUSY);
			OK(pthread_mutex_unlock(&m[order[i]]));
			OK(t_other_try(&m[order[i]]));
		}
	}
	return 0;
}
