/* setprioceiling waits while another thread owns the mutex, and the new ceiling holds for the next owner. */
#include "t.h"

static pthread_mutex_t m;
static int done;

static void *setter(void *v)
{
	int old = -1;
	OK(pthread_mutex_setprioceiling(&m, 40, &old));
	EQ(old, 30);
	STORE(done, 1);
	return v;
}

int main(void)
{
	struct t_thread t;
	int v = -1;
	t_fifo(5);
	t_mutex_protect(&m, PTHREAD_MUTEX_NORMAL, 30);
	OK(pthread_mutex_lock(&m));
	t_start_fifo(&t, 5, setter, NULL);
	t_blocked(&t);
	EQ(LOAD(done), 0);
	OK(pthread_mutex_unlock(&m));
	t_join(&t);
	OK(pthread_mutex_getprioceiling(&m, &v));
	EQ(v, 40);
	OK(pthread_mutex_lock(&m));
	struct sched_param p;
	OK(sched_getparam(0, &p));
	EQ(p.sched_priority, 40);
	OK(pthread_mutex_unlock(&m));
	return 0;
}
