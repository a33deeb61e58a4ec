/* Changes the ceiling and gives the old one; the next owner runs at the new one. */
#include "snippet.h"
SYMBOL(pthread_mutex_setprioceiling)

static void body(void)
{
	pthread_mutex_t m;
	struct sched_param p;
	int old = -1, now = -1;
	t_fifo(5);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 23);
	OK(THIS(&m, 31, &old));
	EQ(old, 23);
	OK(pthread_mutex_getprioceiling(&m, &now));
	EQ(now, 31);
	EQ(THIS(&m, 100, &old), EINVAL);
	OK(pthread_mutex_lock(&m));
	OK(sched_getparam(0, &p));
	EQ(p.sched_priority, 31);
	OK(pthread_mutex_unlock(&m));
}
