/* getprioceiling and setprioceiling: the value, the old value, out of range, no ceiling mutex. */
#include "t.h"

int main(void)
{
	pthread_mutex_t m;
	int v = -1, old = -1;
	int *volatile none = NULL;
	t_fifo(5);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 30);
	OK(pthread_mutex_getprioceiling(&m, &v));
	EQ(v, 30);
	OK(pthread_mutex_setprioceiling(&m, 20, &old));
	EQ(old, 30);
	OK(pthread_mutex_setprioceiling(&m, 25, none));
	OK(pthread_mutex_getprioceiling(&m, &v));
	EQ(v, 25);
	EQ(pthread_mutex_setprioceiling(&m, 0, &old), EINVAL);
	EQ(pthread_mutex_setprioceiling(&m, 100, &old), EINVAL);
	EQ(pthread_mutex_setprioceiling(&m, -1, &old), EINVAL);
	OK(pthread_mutex_getprioceiling(&m, &v));
	EQ(v, 25);
	OK(pthread_mutex_lock(&m));
	struct sched_param p;
	OK(sched_getparam(0, &p));
	EQ(p.sched_priority, 25);
	OK(pthread_mutex_unlock(&m));
	OK(pthread_mutex_destroy(&m));
	EACH_KIND(k) {
		pthread_mutex_t *o = t_shared(sizeof *o);
		t_mutex(o, k);
		EQ(pthread_mutex_getprioceiling(o, &v), EINVAL);
		EQ(pthread_mutex_setprioceiling(o, 20, &old), EINVAL);
	}
	return 0;
}
